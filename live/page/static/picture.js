// The camera's picture, asked for again as soon as the last one has come, a few times a second, only while it is seen.

const PAUSE_MS = 300;

export function keepPictureFresh(image) {
  let tag = null;
  let visible = true;
  new IntersectionObserver((seen) => (visible = seen.at(-1).isIntersecting)).observe(image.closest("figure"));
  const ask = async () => {
    try {
      if (visible && !document.hidden) tag = await refresh(image, tag);
    } finally {
      setTimeout(ask, PAUSE_MS);
    }
  };
  ask();
}

async function refresh(image, tag) {
  const answer = await fetch("/api/v1/picture", { cache: "no-store", headers: tag ? { "if-none-match": tag } : {} }).catch(() => null);
  if (answer?.status === 204) image.hidden = true; // of the game before this one
  if (!answer || answer.status !== 200) return tag;
  const url = URL.createObjectURL(await answer.blob());
  const before = image.src;
  image.src = url;
  image.hidden = false;
  await image.decode().catch(() => {});
  if (before.startsWith("blob:")) URL.revokeObjectURL(before);
  return answer.headers.get("etag");
}
