// The page's own words in English and German. A move's sentence comes from the table (`Rules.tell`), in the page's
// language; here stand only the kinds of moves as the editor lists them, before there is a move to tell of.

const WORDS = {
  en: {
    campaign: "The campaign", episode: "Episode", symbols: "Symbols", "into-campaign": "Enter into the campaign", emptyrows: "empty spaces row by row (equal points: 0/2/1)",
    "episode-played": "This game is episode {n}.", "episode-over": "Episode {n} is over: enter it, as it was played.", "episode-points": "Episode {n} is over: enter what the score tokens show.",
    "episode-entered": "Episode {n} is in the ledger.", carried: "{player}: {n} points below zero are deducted from the next positive ones.",
    scores: "Scores", city: "The board", moves: "Moves", tv: "Television", overlay: "Overlay", record: "Record",
    pause: "Pause", resume: "Go on", confirm: "Confirm moves", undo: "Take back", speak: "Speak", share: "Photos and phones", close: "Close",
    save: "Save", cancel: "Cancel", remove: "Remove this move", change: "Change", insert: "Add one after it",
    away: "The connection to the table is lost; trying again …", turn: "turn", winner: "wins", leads: "leads", "so-far": "so far", more: "More",
    watching: "watching", hand: "a hand", moving: "moving", dark: "too dark", lost: "no camera", waiting: "waiting",
    paused: "paused", ended: "over", unread: "no board seen", illegal: "against the rules", provisional: "not sure yet",
    guess: "a guess", "guess-one": "1 move is a guess:", "guess-many": "moves are guesses:",
    corrected: "corrected", move: "Move", player: "Player", what: "What", kind: "Piece", places: "Properties", squares: "Places",
    streets: "Streets", tile: "Neighbourhood", at: "Where", quarter: "Turned", "turned-0": "as printed", "turned-1": "a quarter to the right", "turned-2": "upside down", "turned-3": "a quarter to the left",
    tap: "Tap the places on the board, or write their numbers.", points: "points", total: "total",
    build: "builds", "place-tile": "places a neighbourhood", streetcars: "lays streetcars", exchange: "exchanges cards",
    pass: "passes", quiet: "leaves no trace", trade: "trades", none: "No moves yet.", fps: "pictures a second",
    gone: "is taken back", isnow: "is now", add: "Add a move", after: "after", building: "Building", level: "Level", value: "Value",
    type: "Kind", part: "Part", name: "Name", from: "From", to: "To", borough: "Borough", from_borough: "From borough",
    key: "Entry", place: "places", enter: "enters", "end-round": "the round ends", "move-citizen": "moves a citizen",
    "set-landmark": "sets a landmark", rezone: "rezones", skip: "skips", card: "turns a card over", end: "ends taking part",
    worth: "What would it be worth?", nothing: "–", whoseturn: "whose turn it is", best: "at best",
    opencard: "Open card", still: "still to act", nextcard: "turn over the next one", why: "why", unseen: "What the camera does not see", number: "Card", "enter-it": "Enter",
    nowhere: "It may be placed nowhere now.", likely: "Perhaps it was:",
    "network-lost": "Not on the network; the game goes on, and what is missing is sent later:",
    "place-for-record": "Another place for the record (a folder or a new .jsonl file on the table's computer)",
    "network-back": "On the network again; what was missing is being sent.",
    report: "Report a trouble", "report-short": "Trouble", "report-making": "The last pictures are played again; this takes a few seconds …",
    "report-shown": "This is what the report holds. It is saved on this device; nothing is sent.", "report-whole": "With the pictures in which no game is seen, as they are: they show the room",
    "in-sight": "All in sight", "aim-it": "The camera does not see enough",
    "how-to-play": "How to play", redo: "Put it back", "from-virtual table": "virtual table", "from-phone": "phone", "virtual-display": "Virtual display",
    "display-connecting": "connecting", "display-ready": "ready", "display-lost": "lost", "display-refused": "refused", "display-closed": "off", keys: "Keys", camera: "The camera", "tab-board": "Board", "tab-camera": "Camera", thegame: "The game", questions: "Questions", lying: "What lies on the board",
    problems: "What is wrong", enlarge: "Show the camera's picture large", parts: "Parts of the page", again: "Do it now",
    picture: "What the camera sees, with what was read drawn on it", qr: "QR code with this page's address",
    movepicture: "The picture in which this move was read", cutout: "The place in question, as the camera sees it",
    "something-else": "Something else: show me", unanswered: "The table does not answer, so this was not done:",
    "back-again": "The table is back. This was not done:", "key-u": "take back the last move", "key-r": "put it back",
    "key-a": "add a move", "key-p": "pause, or go on", "key-n": "next player: a turn without a trace", "key-s": "speak the scores",
    "is-points": "points before", "is-generated": "generated", "is-output": "output", "is-council": "council", "is-white": "white", "is-grey": "grey", "is-black": "black", "is-blocking": "blocking card", "is-landmark": "landmark", "is-helper": "helper", "is-extension": "site extension", position: "taken up as it lies", "is-money": "money", "is-votes": "votes", "is-pollution": "pollution", "is-promise": "promise",
    "is-goods": "goods", "is-north": "north", "is-south": "south", "is-east": "east", "is-west": "west",
    winners: "win", and: "and", bestmoves: "Best moves", theend: "The end", "play-again": "Play again", "set-up": "Set up a table", "again-clear": "Clear the table, then begin anew", "again-begin": "Begin", join: "Follow on your phone", printit: "Print the souvenir", aspicture: "As a picture", aspdf: "As PDF", "bg-code": "Scan with the phone on which BG Stats is.", "bg-open": "Open it here", souvenir: "The souvenir of this game",
    replay: "Replay",
    next: "One move on", last: "To the end", speed: "Speed",
    sound: "Sound and time", "time-out": "time is up", time: "Time",
    "key-?": "show these keys", "key-arrows": "on the board: go from place to place, Enter chooses",
    "take-photo": "Take a photo", "choose-photo": "Choose a picture", "photo-sent": "The table reads your photo …",
    "photo-hint": "The whole board in the picture, from any side; no hand over it.",
    "photo-again": "The connection broke off; your photo is kept and sent again …",
    "photo-lost": "The table can't be reached; is your phone in the same network? Take the photo once more.",
    "photo-none": "That is no picture; choose a photo.", "photo-large": "That picture is too large: at most 48 MB.",
    "photo-heic": "This browser can't open HEIC pictures; take the photo with the button above, or share it as JPEG.",
    "photo-read": "Your photo with what was read drawn on it", "photo-bounds": "Points on the table, by the order of play:",
    "places-certain": "places certain", "places-likely": "likely", "places-ask": "not sure",
    "phone-camera": "Your phone is the camera", "phone-step-1": "Scan this code with your phone; it must be in the same network (Wi-Fi).",
    "phone-step-2": "Lay the board on the table and begin to play.",
    "phone-step-3": "Press “Take a photo”: after each round, or only at the end.",
    "code-elsewhere": "The code to scan is on the table's own computer.",
    "scan-phone": "For everybody: scan to send pictures of the table, and change nothing", "guests-renew": "Take the guests’ code back", "guests-renewed": "The guests’ code before is worth nothing any more; scan the new one.", "answer-there": "Answer it at the table.",
    "scan-look": "For whoever runs the game: scan to follow and to correct it", "drop-photo": "Drop a photo of the table here, or choose one",
  },
  de: {
    campaign: "Die Kampagne", episode: "Episode", symbols: "Symbole", "into-campaign": "In die Kampagne eintragen", emptyrows: "leere Felder Reihe für Reihe (bei Gleichstand: 0/2/1)",
    "episode-played": "Dieses Spiel ist Episode {n}.", "episode-over": "Episode {n} ist zu Ende: eintragen, wie sie gespielt wurde.", "episode-points": "Episode {n} ist zu Ende: eintragen, was die Wertungsmarken zeigen.",
    "episode-entered": "Episode {n} steht im Buch.", carried: "{player}: {n} Minuspunkte gehen von den nächsten Pluspunkten ab.",
    scores: "Punkte", city: "Der Plan", moves: "Züge", tv: "Fernseher", overlay: "Einblendung", record: "Protokoll",
    pause: "Pause", resume: "Weiter", confirm: "Züge bestätigen", undo: "Zurücknehmen", speak: "Ansagen", share: "Fotos und Handys", close: "Schließen",
    save: "Sichern", cancel: "Abbrechen", remove: "Diesen Zug streichen", change: "Ändern", insert: "Zug danach einfügen",
    away: "Die Verbindung zum Tisch ist weg; neuer Versuch …", turn: "am Zug", winner: "gewinnt", leads: "führt", "so-far": "bisher", more: "Mehr",
    watching: "schaut zu", hand: "eine Hand", moving: "bewegt sich", dark: "zu dunkel", lost: "keine Kamera",
    waiting: "wartet", paused: "Pause", ended: "zu Ende", unread: "kein Plan zu sehen", illegal: "gegen die Regeln",
    guess: "geraten", "guess-one": "1 Zug ist geraten:", "guess-many": "Züge sind geraten:",
    provisional: "noch nicht sicher", corrected: "berichtigt", move: "Zug", player: "Spieler", what: "Was",
    kind: "Stein", places: "Grundstücke", squares: "Felder", streets: "Straßen", tile: "Viertel", at: "Wo",
    quarter: "Gedreht", "turned-0": "wie gedruckt", "turned-1": "ein Viertel nach rechts", "turned-2": "auf dem Kopf", "turned-3": "ein Viertel nach links", tap: "Die Orte auf dem Plan antippen oder ihre Nummern schreiben.", points: "Punkte",
    total: "gesamt", build: "baut", "place-tile": "legt ein Viertel", streetcars: "legt Straßenbahnen",
    exchange: "tauscht Karten", pass: "passt", quiet: "hinterlässt keine Spur", trade: "handelt",
    gone: "ist zurückgenommen", isnow: "ist jetzt", add: "Zug eintragen", after: "nach", building: "Gebäude", level: "Stufe", value: "Wert", type: "Art", part: "Teil", name: "Name",
    from: "Von", to: "Nach", borough: "Stadt von", from_borough: "Aus der Stadt von", key: "Eintrag", place: "legt",
    enter: "trägt ein", "end-round": "die Runde endet", "move-citizen": "versetzt einen Bürger",
    "set-landmark": "stellt ein Wahrzeichen auf", rezone: "widmet um", skip: "setzt aus", card: "deckt eine Karte auf",
    end: "steigt aus",
    none: "Noch keine Züge.", fps: "Bilder je Sekunde", 
    worth: "Was wäre es wert?", nothing: "–", whoseturn: "wer am Zug ist", best: "bestens",
    opencard: "Offene Karte", still: "noch dran", nextcard: "die nächste aufdecken", why: "warum", unseen: "Was die Kamera nicht sieht", number: "Karte", "enter-it": "Eintragen",
    nowhere: "Das darf jetzt nirgends liegen.", likely: "Vielleicht war es:",
    "place-for-record": "Ein anderer Platz für das Protokoll (ein Ordner oder eine neue .jsonl-Datei auf dem Rechner des Tisches)",
    "network-lost": "Nicht im Netz; das Spiel geht weiter, und was fehlt, wird später gesendet:",
    "network-back": "Wieder im Netz; was fehlte, wird gerade gesendet.",
    report: "Ein Problem melden", "report-short": "Problem", "report-making": "Die letzten Bilder werden noch einmal gespielt; das dauert ein paar Sekunden …",
    "report-shown": "Das steht im Bericht. Er wird auf diesem Gerät gesichert; nichts wird verschickt.", "report-whole": "Mit den Bildern, auf denen kein Spiel zu sehen ist, so wie sie sind: Sie zeigen den Raum",
    "in-sight": "Alles im Blick", "aim-it": "Die Kamera sieht nicht genug",
    "how-to-play": "So wird gespielt", redo: "Wiederherstellen", "from-virtual table": "virtueller Tisch", "from-phone": "Handy", "virtual-display": "Virtuelle Anzeige",
    "display-connecting": "wird verbunden", "display-ready": "bereit", "display-lost": "nicht zu finden", "display-refused": "antwortet falsch", "display-closed": "aus", keys: "Tasten", camera: "Die Kamera", "tab-board": "Plan", "tab-camera": "Kamera", thegame: "Das Spiel", questions: "Fragen", lying: "Was auf dem Plan liegt",
    problems: "Was nicht stimmt", enlarge: "Das Kamerabild groß zeigen", parts: "Teile der Seite", again: "Jetzt tun",
    picture: "Was die Kamera sieht, mit dem Gelesenen eingezeichnet", qr: "QR-Code mit der Adresse dieser Seite",
    movepicture: "Das Bild, in dem dieser Zug gelesen wurde", cutout: "Der fragliche Ort, wie ihn die Kamera sieht",
    "something-else": "Etwas anderes: ich zeige es", unanswered: "Der Tisch antwortet nicht, darum geschah das nicht:",
    "back-again": "Der Tisch ist wieder da. Das geschah nicht:", "key-u": "den letzten Zug zurücknehmen", "key-r": "ihn wiederherstellen",
    "key-a": "einen Zug eintragen", "key-p": "Pause, oder weiter", "key-n": "nächster Spieler: ein Zug ohne Spur", "key-s": "Punkte ansagen",
    "is-points": "Punkte davor", "is-generated": "erzeugt", "is-output": "Ausstoß", "is-council": "Rat", "is-white": "weiß", "is-grey": "grau", "is-black": "schwarz", "is-blocking": "Sperrkarte", "is-landmark": "Wahrzeichen", "is-helper": "Helfer", "is-extension": "Geländeerweiterung", position: "aufgenommen, wie es liegt", "is-money": "Geld", "is-votes": "Stimmen", "is-pollution": "Verschmutzung", "is-promise": "Versprechen",
    "is-goods": "Waren", "is-north": "oben", "is-south": "unten", "is-east": "rechts", "is-west": "links",
    winners: "gewinnen", and: "und", bestmoves: "Beste Züge", theend: "Das Ende", "play-again": "Noch ein Spiel", "set-up": "Tisch einrichten", "again-clear": "Räumt den Tisch ab, dann beginnt von vorn", "again-begin": "Los geht’s", join: "Auf dem Handy verfolgen", printit: "Andenken drucken", aspicture: "Als Bild", aspdf: "Als PDF", "bg-code": "Mit dem Handy scannen, auf dem BG Stats ist.", "bg-open": "Hier öffnen", souvenir: "Das Andenken an dieses Spiel",
    replay: "Wiederholung",
    next: "Ein Zug weiter", last: "Zum Ende", speed: "Tempo",
    sound: "Ton und Zeit", "time-out": "die Zeit ist um", time: "Zeit",
    "key-?": "diese Tasten zeigen", "key-arrows": "auf dem Plan: von Ort zu Ort, Eingabe wählt",
    "take-photo": "Foto aufnehmen", "choose-photo": "Ein Bild wählen", "photo-sent": "Der Tisch liest dein Foto …",
    "photo-hint": "Der ganze Plan im Bild, von welcher Seite auch immer; keine Hand darüber.",
    "photo-again": "Die Verbindung ist abgebrochen; dein Foto bleibt da und wird noch einmal gesendet …",
    "photo-lost": "Der Tisch ist nicht zu erreichen; ist das Handy im selben Netz? Nimm das Foto noch einmal auf.",
    "photo-none": "Das ist kein Bild; wähle ein Foto.", "photo-large": "Das Bild ist zu groß: höchstens 48 MB.",
    "photo-heic": "Dieser Browser kann keine HEIC-Bilder öffnen; nimm das Foto mit dem Knopf oben auf oder teile es als JPEG.",
    "photo-read": "Dein Foto, mit dem eingezeichnet, was gelesen wurde", "photo-bounds": "Punkte auf dem Tisch, je nach Reihenfolge:",
    "places-certain": "Plätze sicher", "places-likely": "wahrscheinlich", "places-ask": "nicht sicher",
    "phone-camera": "Dein Handy ist die Kamera", "phone-step-1": "Scanne diesen Code mit deinem Handy; es muss im selben Netz sein (WLAN).",
    "phone-step-2": "Legt den Plan auf den Tisch und fangt an zu spielen.",
    "phone-step-3": "Drücke „Foto aufnehmen“: nach jeder Runde oder erst am Ende.",
    "code-elsewhere": "Der Code zum Scannen steht auf dem Rechner des Tisches.",
    "scan-phone": "Für alle: scannen, um Bilder vom Tisch zu schicken und nichts zu ändern", "guests-renew": "Den Code der Gäste zurücknehmen", "guests-renewed": "Der bisherige Code der Gäste gilt nicht mehr; scannt den neuen.", "answer-there": "Beantwortet es am Tisch.",
    "scan-look": "Für die Spielleitung: scannen, um zu folgen und zu berichtigen", "drop-photo": "Ein Foto des Tisches hierher ziehen oder eines wählen",
  },
};

/** More words, of pages and dialogs that bring their own. */
export function addWords(more) {
  for (const [spoken, words] of Object.entries(more)) WORDS[spoken] = { ...WORDS[spoken], ...words };
}

/** What was chosen on this device; nothing where a page may remember nothing, as in a file that was mailed. */
function remembered() {
  try {
    return localStorage.getItem("boardsight-language");
  } catch {
    return null;
  }
}

const PSEUDO = "qps"; // not a language: what has no brackets in it can't be translated
const asked = new URLSearchParams(location.search).get("lang");
let language = asked ?? remembered() ?? navigator.language.slice(0, 2);
if (!(language in WORDS) && language !== PSEUDO) language = "en";

function wordIn(words, key) {
  const told = words[language]?.[key] ?? words.en[key];
  return language === PSEUDO && told !== undefined ? `⟦${told}⟧` : told;
}

const filled = (text, gaps) => Object.entries(gaps).reduce((told, [gap, value]) => told.replace(`{${gap}}`, value), text);

/** A word of the pages with its gaps filled in. */
export const word = (key, gaps = {}) => filled(wordIn(WORDS, key) ?? key, gaps);
/** The look-up in words of a page's own, and then in those that all pages share. */
export const wordsOf = (own) => (key, gaps = {}) => filled(wordIn(own, key) ?? word(key), gaps);
/** What happened, in a few words: a move, or what has become of an earlier one. */
export function newsWords(event, data) {
  const told = [data.player, data.text].filter(Boolean).join(" ");
  if (event !== "replaced") return told;
  return `${word("move")} ${data.number} ${data.gone ? word("gone") : `${word("isnow")}: ${told}`}`;
}

/** Where pictures come from; a camera's own name, a file's or an address stays. */
export const sourceWords = (source) => (source ?? "").split(" and ").map((one) => wordIn(WORDS, `from-${one}`) ?? one).join(` ${word("and")} `);

/** How it stands with a display; only ours that is none has no name of its own. */
export const displayWords = ({ device, url, connection }) =>
  `${(device || url || "").replace(/^Virtual\b/, () => word("virtual-display"))}: ${word(`display-${connection}`)}`;

let names = new Map(); // kind -> what is printed on it, in this language

/** Remember what the table calls its kinds of pieces. */
export function keepNames(list) {
  names = new Map((list ?? []).map(({ kind, text }) => [kind, text]));
}

/** A kind as people read it: by the name that is printed on it, else by our own word for it. */
export const named = (kind) => names.get(kind) ?? wordIn(WORDS, `is-${kind}`) ?? kind.replaceAll("-", " ");

export const languageNow = () => language;

/** The language to which the button goes, in its two letters. */
export function otherLanguage() {
  const known = Object.keys(WORDS);
  return known[(known.indexOf(language) + 1) % known.length];
}

/** The other language from now on; remembered on this device. */
export function switchLanguage() {
  language = otherLanguage();
  try {
    localStorage.setItem("boardsight-language", language);
  } catch {
    // this page may remember nothing: the choice holds while it is open
  }
  translatePage();
  document.dispatchEvent(new Event("language-changed")); // the table's sentences come anew in this language
}

/** Put the language's words into the page's fixed parts. */
export function translatePage() {
  document.documentElement.lang = language;
  for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
  for (const node of document.querySelectorAll("[data-alt]")) node.alt = word(node.dataset.alt);
  for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", word(node.dataset.label));
}
