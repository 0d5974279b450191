// Photos and phones at the table's page: the dialog with the codes to scan, and pictures that are dropped anywhere.

import { byId } from "./elements.js";
import { photoResult, sendPhoto } from "./photo.js";
import { mayPress, send } from "./stream.js";
import { word } from "./words.js";

let taken = 0; // so often the guests' code was taken back: a picture is fetched anew at another address only
const phoneCode = () => `/api/v1/qr?page=phone&taken=${taken}`;

/** Let one press take the guests' code back: the codes that are shown are the next one's. */
function takeCodesBack() {
  byId("guests-renew").addEventListener("click", async () => {
    try {
      await send("guests", {});
      taken += 1;
      for (const name of ["qr-phone", "qr-camera"]) if (byId(name).src) byId(name).src = phoneCode();
      say(word("guests-renewed"));
    } catch (error) {
      say(error.message);
    }
  });
}

/** Set up what belongs to photos and phones, called once; `stateNow()` gives the table's state. Gives what shows and opens it. */
export function keepSharing(stateNow) {
  hideUnshownCodes();
  takeDrops(stateNow);
  takeCodesBack();
  byId("picture").addEventListener("load", () => showPhoneCode(stateNow()));
  return { show: () => showPhoneCode(stateNow()), open: () => openSharing(stateNow()) };
}

/** Show the codes of this table: to look and correct, and to take photos; without sharing there is only the file. */
function openSharing(state) {
  byId("codes").hidden = !state.shared;
  byId("phone-figure").hidden = !state.photos;
  byId("guests-renew").hidden = !state.photos || !state.shared;
  byId("drop").hidden = !state.photos;
  byId("live-needs").textContent = state.live?.message && mayPress() ? state.live.message : "";
  if (state.shared) {
    byId("qr").src = "/api/v1/qr";
    byId("qr-phone").src = phoneCode();
  }
  byId("sharing").showModal();
}

/** Codes carry the token, so only the table's own machine shows them; elsewhere they are left out. */
function hideUnshownCodes() {
  for (const name of ["qr", "qr-phone"]) {
    byId(name).addEventListener("error", () => (byId(name).parentElement.hidden = true));
  }
  byId("qr-camera").addEventListener("error", () => {
    byId("qr-camera").hidden = true;
    byId("phone-elsewhere").hidden = false;
    document.body.classList.remove("awaits");
  });
}

/** While a phone is the camera and has sent nothing yet, its code is the page's main thing, where the picture will be. */
function showPhoneCode(state) {
  const box = byId("phone-code");
  const { source, size_px: sent } = state.camera ?? {};
  const awaited = Boolean(source === "phone" && state.shared && !sent && byId("picture").hidden);
  if (awaited !== box.hidden) return;
  if (awaited) byId("qr-camera").src = phoneCode();
  box.hidden = !awaited;
  document.body.classList.toggle("awaits", awaited);
}

/** Let pictures be dropped on the page, or chosen in the dialog. */
function takeDrops(stateNow) {
  const take = async (file) => {
    if (!file || !stateNow()?.photos) return;
    if (!byId("sharing").open) openSharing(stateNow());
    say(word("photo-sent"));
    try {
      byId("dropped").replaceChildren(photoResult(await sendPhoto(file, say)));
      say("");
    } catch (error) {
      say(error.message);
    }
  };
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  byId("dropped-file").addEventListener("change", (event) => {
    take(event.currentTarget.files[0]);
    event.currentTarget.value = "";
  });
}

function say(sentence) {
  byId("drop-words").textContent = sentence;
  byId("drop-words").hidden = !sentence;
}
