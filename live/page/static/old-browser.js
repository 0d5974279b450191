// Says so where this browser is too old for the page; written so that every browser can read it.

(function () {
  var words = {
    en: "This browser is too old for this page. Update it, or open the page in a newer one.",
    de: "Dieser Browser ist zu alt f\u00fcr diese Seite. Aktualisiere ihn, oder \u00f6ffne die Seite in einem neueren."
  };
  var broken = false;

  function lacks() {
    var node = document.createElement("script");
    if (!("noModule" in node) || !node.replaceChildren || !window.EventSource) return true;
    var maps = document.querySelector("script[type=importmap]");
    if (maps && !(HTMLScriptElement.supports && HTMLScriptElement.supports("importmap"))) return true;
    return document.getElementsByTagName("dialog").length > 0 && !(window.HTMLDialogElement && [].at && [].findLast && window.structuredClone);
  }

  function tell() {
    if (document.getElementById("too-old")) return;
    var line = document.createElement("p");
    line.id = "too-old";
    line.className = "banner";
    line.setAttribute("role", "alert");
    line.appendChild(document.createTextNode(/^de/.test(navigator.language || "") ? words.de : words.en));
    document.body.insertBefore(line, document.body.firstChild);
  }

  window.onerror = function (message) {
    if (!/syntax ?error/i.test(String(message))) return;
    broken = true;
    if (document.body) tell();
  };
  window.onload = function () {
    var unseen = document.getElementsByTagName("noscript")[0];
    if (unseen) unseen.parentNode.removeChild(unseen); // scripts run here
    if (broken || lacks()) tell();
  };
}());
