import type { Texts } from "../texts.js";

export const lookup: Texts["lookup"] = {
  label: "Produkt nachschlagen",
  placeholder: "Link, Barcode oder ASIN einfügen oder ein paar Wörter eingeben",
  suggestions: "Vorschläge",
  lookUp: "Nachschlagen:",
  pasted: (links) => `Eingefügt: ${links}.`,
  addAll: "Alle hinzufügen und beobachten",
  addFrom: (host) => `Diese Seite von ${host} hinzufügen und beobachten`,
};

export const commands: Texts["commands"] = {
  goTo: (place) => `${place} öffnen`,
  settingsOf: (part) => `Einstellungen: ${part}`,
  addMany: "Mehrere hinzufügen",
  checkAll: "Alle Preise jetzt prüfen",
  light: "Helles Farbschema verwenden",
  dark: "Dunkles Farbschema verwenden",
  systemTheme: "Farbschema des Systems verwenden",
  english: "Sprache: Englisch (English)",
  german: "Sprache: Deutsch",
  shortcuts: "Tastenkürzel zeigen",
  dataFolder: "Datenordner zeigen",
  none: "Kein Befehl enthält diese Wörter. Mit > allein erscheinen alle.",
  hint: "> eintippen zeigt alle Befehle",
};

export const search: Texts["search"] = {
  about:
    "Ein Produkt nachschlagen: wer es verkauft, was es gekostet hat und ob sich Kaufen oder Warten lohnt.",
  waysToStart: "So kann es losgehen",
  ways: {
    paste: {
      title: "Link oder Barcode einfügen",
      text: "Die Produktseite eines beliebigen Shops, UPC oder EAN, ASIN oder Modellnummer.",
    },
    words: {
      title: "Nach „headphones“ suchen",
      text: "Ein paar Wörter genügen: eine Marke, ein Modell, eine Produktart.",
    },
    deals: {
      title: "In den Schnäppchen stöbern",
      text: "Preise, die gemessen am eigenen Verlauf niedrig sind, bewertet von A (sehr gut) bis F.",
    },
    many: {
      title: "Mehrere hinzufügen",
      text: "Eine Liste von Links, Barcodes oder ASINs, eingefügt oder aus einer Datei.",
    },
  },
  recent: "Gerade angesehen",
  resultsFor: (query) => `Ergebnisse für „${query}“`,
  underWay: "Suche läuft …",
  searching: "Suche läuft",
  products: "Produkte",
  corrected: (query) => `Zu „${query}“ gibt es nichts. War das hier gemeint?`,
  sorts: {
    match: "Beste Treffer",
    price: "Niedrigster Preis",
    grade: "Beste Note",
    drop: "Am weitesten unter dem üblichen Preis",
    rating: "Beste Bewertung",
  },
  brand: "Marke",
  allBrands: "Alle Marken",
  notHere: (query) => `Noch kein Produkt für „${query}“`,
  onlyHere:
    "Tidemark hat die Produkte durchsucht, die es kennt. Das Produkt in einem Shop suchen, den Link kopieren und oben einfügen: Dann wird es beobachtet.",
  searchWeb: "Im Web suchen",
  changeWords: "Suche ändern",
  addFrom: (host) => `Von ${host} hinzufügen`,
  lookUpElse: "Etwas anderes nachschlagen",
  unknownLink: "Diesen Link hat noch kein Produkt.",
  mistypedLink:
    "Das sieht nach einem Link mit Tippfehler aus. Am besten neu aus der Adresszeile des Browsers kopieren.",
  unknownBarcode:
    "Dieser Barcode ist gültig, aber kein Produkt auf diesem Computer hat ihn. Das Produkt in einem Shop suchen, den Link kopieren und oben einfügen: Dann wird es beobachtet.",
  mistypedBarcode:
    "Die letzte Ziffer passt nicht zu den anderen; wahrscheinlich ist eine Ziffer dieses Barcodes vertippt.",
  unknownAsin: "Kein Produkt auf diesem Computer hat diese ASIN.",
};

export const adding: Texts["adding"] = {
  title: "Mehrere auf einmal hinzufügen",
  added: "Hinzugefügte Links",
  underWay: "Seite wird gelesen …",
  watching: "Wird beobachtet",
  oneQuestion: "Noch ein Schritt",
  addMore: "Weitere hinzufügen",
  label: "Je Zeile ein Link, Barcode oder eine ASIN",
  openFile: "Datei öffnen …",
  howTo:
    "Eine Liste einfügen, eine Datei hierher ziehen oder öffnen: Text, Tabelle (CSV), Lesezeichen, eine gespeicherte Webseite oder einen Export von changedetection.io, PriceBuddy oder Tidemark.",
  leftOut: (lines) => `Ausgelassen: ${lines} ohne Link oder Barcode.`,
  addAndWatch: "Hinzufügen und beobachten",
  addCount: (count) => `${count} hinzufügen und beobachten`,
  fileTooLarge: (file) => `${file} ist größer als 8 MB. Teilen oder nur den nötigen Teil einfügen.`,
  fileUnreadable: (file) =>
    `${file} ließ sich nicht lesen. Prüfen, ob die Datei noch da ist, und erneut öffnen.`,
  progress: (watched, all) => `Beobachtet: ${watched} von ${all}.`,
  progressOf: (watched, all, products) => `Beobachtet: ${watched} von ${all}, zusammen ${products}.`,
  nowWatched: (products) => `${products} in Beobachtung.`,
  needYou: (links) => `Noch zu klären: ${links}.`,
  joins: (host, title, price) => `${host} gehört jetzt zu ${title}: ${price}.`,
  dearer: (price, more) => `${price}, ${more} teurer als der beste Preis`,
  cheaper: (price, less) => `${price}, ${less} unter dem bisher besten Preis`,
  soldOutAt: (price) => `${price}, ausverkauft`,
  samePrice: (price) => `${price}, so viel wie der bisher beste Preis`,
  otherTitle: (title) =>
    `Auf der Seite steht „${title}“. Ist das ein anderes Produkt, bitte rückgängig machen.`,
  another: "Weiteren Shop hinzufügen",
  anotherLink: "Link desselben Produkts in einem anderen Shop",
  anotherFor: "Weiterer Shop für",
  thisShop: (host, price) => `${host}: ${price}.`,
  nextOpen: "Nächsten zeigen",
  drop: "Aus der Liste entfernen",
  earlier: "Noch zu klären, von vorher",
  tryAll: "Alle erneut versuchen",
  linksOf: (shop, links) => `${shop}: ${links}`,
  dropOpen: "Offene Links entfernen",
  droppedOpen: (links) => `${links} entfernt.`,
  change: "Ändern",
  outOfStock: "Zurzeit ausverkauft. Tidemark prüft weiter.",
  outOfStockAt: (price) => `Zurzeit ausverkauft, zuletzt ${price}. Tidemark prüft weiter.`,
  targetForAll: (percent) => `Alle bei ${percent} weniger melden`,
  targetsForAll: "Alle haben einen Zielpreis",
  targetsFor: (count, all) => `${count} von ${all} haben einen Zielpreis`,
  undoAll: (count) => `Alle ${count} wieder entfernen`,
  waitsInLine: "Wartet, bis es an der Reihe ist …",
  waitsUntil: (host, time) =>
    `Wartet, bis es an der Reihe ist: Um ${host} nicht zu belasten, fragt Tidemark erst um ${time} wieder an.`,
  pauseRequested: (host, time) =>
    `${host} bittet um eine Pause. Tidemark liest die Seite um ${time} von selbst.`,
  asking: (host) => `Seite von ${host} wird geladen …`,
  takesLonger: (host) =>
    `Wird noch gelesen. Tidemark fragt ${host} in Abständen ab und lädt manche Seiten im Hintergrund.`,
  clickThere: (host) => `Bitte im Fenster mit ${host} auf den Preis klicken.`,
  how: {
    new: "Wird beobachtet, täglich geprüft",
    joined: "Als weiterer Shop zu einem vorhandenen Produkt hinzugekommen",
    known: "War schon bekannt, wird jetzt beobachtet",
    watched: "Wird schon beobachtet",
    byHand: "Wird beobachtet. Lässt sich die Seite nicht lesen, bleibt der eingegebene Preis",
  },
  toldAt: (price) => `Meldung bei ${price} oder weniger.`,
  targetMet: (price) => `Der Zielpreis von ${price} ist erreicht.`,
  noSuchName: "Kein Produkt auf diesem Computer heißt so. Stattdessen den Link einfügen oder danach suchen.",
  notRead: (host) => `Der Preis auf ${host} ließ sich nicht lesen`,
  isAnother: (host) =>
    `Diese Seite von ${host} gehört schon zu einem anderen Produkt. Sind beide dasselbe, lassen sie sich zusammenführen.`,
  mergeBoth: "Beide zusammenführen",
  openOther: "Das andere Produkt öffnen",
  unreadOffline: "Gerade offline. Die Seite wird gelesen, sobald die Verbindung steht.",
  soldOut: (title) => `${title} ist ausverkauft`,
  watchUntilBack: "Melden, wenn es wieder da ist",
  allSoldOut: (products) => `${products} sind ausverkauft`,
  soldOutAbout:
    "Die Seiten zeigen solange keinen Preis. Beim Beobachten gibt es für jedes Produkt eine Meldung, sobald es wieder da ist.",
  watchAllUntilBack: "Melden, wenn sie wieder da sind",
  unread: {
    captcha: "Der Shop verlangt ein Captcha. Die Seite im Browser öffnen oder einen anderen Shop versuchen.",
    "bot-wall":
      "Der Shop sperrt automatische Besuche. Die Seite im Browser öffnen oder einen anderen Shop versuchen.",
    "rate-limit": "Der Shop bittet um weniger Besuche. Später noch einmal versuchen.",
    refused:
      "Der Shop sperrt automatische Besuche. Die Seite im Browser öffnen oder einen anderen Shop versuchen.",
    "log-in": "Der Shop zeigt die Seite nur nach Anmeldung. Einen anderen Shop versuchen.",
    missing: "Die Seite gibt es nicht mehr. Führt der Link zur Seite des Produkts selbst?",
    error: "Der Shop zeigt eine Fehlerseite. Später noch einmal versuchen.",
    age: "Der Shop fragt zuerst nach dem Alter. Die Seite im Browser öffnen oder einen anderen Shop versuchen.",
    country: "Der Shop fragt zuerst nach dem Land. Den Link verwenden, den er nach der Auswahl zeigt.",
    consent:
      "Der Shop fragt zuerst nach Cookies. Die Seite im Browser öffnen oder einen anderen Shop versuchen.",
    "no-product":
      "Es fand sich kein Preis, der klar zu einem Produkt gehört. Zeigt die Seite mehrere Produkte, eines öffnen und dessen Link einfügen.",
    "old-recipe":
      "Der Preis steht auf den Seiten dieses Shops nicht mehr an der angeklickten Stelle. Bitte noch einmal anklicken.",
    "lost-click":
      "Der angeklickte Preis war auf der Seite nicht wiederzufinden. Bitte einen anderen Teil davon anklicken.",
    "out-of-stock":
      "Solange es ausverkauft ist, zeigt die Seite keinen Preis. Sobald es wieder da ist, kommt eine Meldung.",
    timeout: "Der Shop hat nicht rechtzeitig geantwortet. Später noch einmal versuchen.",
    network: "Der Shop war nicht zu erreichen. Verbindung und Adresse prüfen, dann noch einmal versuchen.",
    tls: "Zum Shop ließ sich keine sichere Verbindung aufbauen. Bitte die Adresse prüfen.",
    "too large":
      "Die Seite ist zu groß, um sie so zu lesen, wie der Shop sie schickt. Im Hintergrund geladen zählt nur, was sie zeigt.",
    "not a web page":
      "Der Link führt zu einer Datei, nicht zu einer Webseite. Ist es die Seite des Produkts?",
    "refused redirect":
      "Der Link führt in ein privates Netz, wo es keine Shops gibt. Bitte die Adresse prüfen.",
    crashed: "Die Seite ließ sich im Hintergrund nicht öffnen. Noch einmal versuchen.",
  },
  wasRendered: "Auch beim Laden im Hintergrund war kein Preis zu finden.",
  tryHidden: "Im Hintergrund laden",
  openInBrowser: "Im Browser öffnen",
  clickPrice: "Preis anklicken",
  byHand: "Preis eingeben",
  currency: "Währung",
  sameForOthers: (links) => `Auch für ${links} mit derselben Frage`,
  otherCurrency: "Andere Währung …",
  watchIt: "Beobachten",
  allowTitle: "Diese Adresse erlauben?",
  isPrivate:
    "liegt in einem privaten Netz oder auf diesem Computer, wo es normalerweise keine Shops gibt. Nur erlauben, wenn die Seite bekannt ist; in den Einstellungen lässt sich das zurücknehmen.",
  allow: (host) => `${host} erlauben und die Seite hinzufügen`,
  isPrivateElsewhere:
    "liegt in einem privaten Netz, wo es normalerweise keine Shops gibt. Erlauben lässt sich die Adresse auf dem Computer von Tidemark unter Einstellungen → Shops, auf einem Server mit --allow-host; dann wird die Seite hinzugefügt.",
  otherSize: "Eine andere Größe?",
  sizesDiffer: (page, price, product) =>
    `Hier gibt es ${page}${price === null ? "" : ` für ${price}`}, das Produkt hat ${product}.`,
  watchSeparately: "Als eigenes Produkt beobachten",
  addAnyway: "Trotzdem hinzufügen",
  whichPrice: "Welcher Preis ist gemeint?",
  severalPrices: "Auf der Seite stehen mehrere Preise. Welcher soll beobachtet werden?",
  onePrice: "Die Seite sagt nicht klar, was es kostet. Ist das der Preis?",
  onLine: (words) => `„${words}“`,
  spots: {
    "above-name": "Über dem Produktnamen",
    "below-name": "Unter dem Produktnamen",
    data: "Steht nur in den Daten der Seite, nicht sichtbar",
  },
  ends: { lowest: "Niedrigster Preis", highest: "Höchster Preis" },
  nth: (number, count) => `${number} von ${count}`,
  noneOfThese: "Keiner davon? Den Preis auf der Seite anklicken",
  whichTarget: "Welcher Zielpreis?",
  targetDiffers: (target, price) => `Als Zielpreis sind ${target} angegeben, auf der Seite steht ${price}.`,
  targetInTwoWays: (one, other, price) =>
    `Ist der Zielpreis ${one} oder ${other}? Auf der Seite steht ${price}.`,
  targetInstead: (price) => `Zielpreis ${price}`,
  noTarget: "Ohne Zielpreis beobachten",
  whichCurrency: "Welche Währung ist es?",
  sharedSign: (sign) =>
    `Das Zeichen „${sign}“ haben mehrere Währungen, und die Seite sagt nicht, welche sie meint.`,
  noCurrency: (price) => `Auf der Seite steht ${price}, aber keine Währung.`,
  noWindow: "Die Seite ließ sich nicht in einem Fenster öffnen.",
};
