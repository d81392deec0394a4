import type { Texts } from "../texts.js";

export const lookup: Texts["lookup"] = {
  label: "Produkt nachschlagen",
  placeholder: "Link, Barcode oder ASIN einfügen oder ein paar Wörter eingeben",
  suggestions: "Vorschläge",
  lookUp: "Nachschlagen:",
  pasted: (lines) => `Es wurden ${lines} Zeilen eingefügt.`,
  lookAllUp: "Alle nachschlagen …",
};

export const commands: Texts["commands"] = {
  goTo: (place) => `Gehe zu ${place}`,
  settingsOf: (part) => `Einstellungen: ${part}`,
  lookUpMany: "Viele nachschlagen",
  checkAll: "Alle Preise jetzt prüfen",
  light: "Helles Farbschema verwenden",
  dark: "Dunkles Farbschema verwenden",
  systemTheme: "Farbschema des Systems verwenden",
  english: "Auf Englisch lesen (English)",
  german: "Auf Deutsch lesen",
  shortcuts: "Tastenkürzel zeigen",
  dataFolder: "Datenordner zeigen",
  updates: "Nach Updates suchen",
  hint: "> eintippen zeigt alle Befehle",
};

export const search: Texts["search"] = {
  question: "Ist das ein guter Preis?",
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
      text: "Ein paar Wörter genügen: eine Marke, ein Modell, eine Art von Ding.",
    },
    deals: {
      title: "In den Schnäppchen stöbern",
      text: "Preise, die gemessen am eigenen Verlauf niedrig sind, benotet von A bis F.",
    },
    many: {
      title: "Viele nachschlagen",
      text: "Eine Liste von Links, Barcodes oder ASINs, eingefügt oder aus einer Datei.",
    },
  },
  recent: "Gerade angesehen",
  allDeals: "Alle Schnäppchen",
  hotDeals: "Beliebte Schnäppchen",
  dealsAppear:
    "Schnäppchen erscheinen, sobald Preise erfasst sind. In den Einstellungen lässt sich ein Beispielmarkt zum Umsehen laden.",
  resultsFor: (query) => `Ergebnisse für „${query}“`,
  bestFirst: (products) => `${products} · die besten Treffer zuerst`,
  underWay: "Suche läuft …",
  searching: "Suche läuft",
  products: "Produkte",
  nothingFor: (query) => `Nichts gefunden für „${query}“`,
  otherWords:
    "Weniger oder andere Wörter versuchen: eine Marke, eine Modellnummer oder die Art des Produkts.",
  changeWords: "Wörter ändern",
  noMatch: "Kein Produkt passt dazu",
  lookUpElse: "Etwas anderes nachschlagen",
  unknownLink: "Unter diesem Link ist im Katalog noch kein Produkt verzeichnet.",
  unknownBarcode: "Dieser Barcode ist gültig, aber kein Produkt im Katalog trägt ihn.",
  mistypedBarcode:
    "Die letzte Ziffer passt nicht zu den anderen; wahrscheinlich ist eine Ziffer dieses Barcodes vertippt.",
  unknownAsin: "Kein Produkt im Katalog trägt diese ASIN.",
};

export const adding: Texts["adding"] = {
  add: "Diese Seite hinzufügen",
  readingPage: "Die Seite wird gelesen …",
  about: "Tidemark liest den Preis von der Seite des Shops.",
  progress: {
    reading: (host) => `${host} wird nach der Seite gefragt.`,
    rendering: (host) => `${host} wird unsichtbar geöffnet; das dauert bis zu einer halben Minute.`,
    picking: (host) => `Im Fenster, das ${host} zeigt, auf den Preis klicken.`,
  },
  added: (host) => `Die Seite von ${host} ist hinzugefügt.`,
  allowTitle: "Diese Adresse erlauben?",
  isPrivate:
    "liegt in einem privaten Netz oder auf diesem Computer, wo nie Seiten von Shops sind. Ist die Seite bekannt und soll geprüft werden, die Adresse erlauben; in den Einstellungen lässt sich das zurücknehmen.",
  allow: (host) => `${host} erlauben und Seite hinzufügen`,
  whichPrice: "Welcher Preis ist gemeint?",
  severalPrices: "Die Seite hat mehrere Preise. Welcher ist gemeint? Tidemark folgt von nun an diesem.",
  withoutName: "Ohne Namen",
  noneOfThese: "Keiner davon: Seite öffnen und auf den Preis klicken",
  noPrice: "Kein Preis auf der Seite",
  noPriceOn: (host) => `Kein Preis gefunden auf ${host}`,
  wasRendered:
    "Auch in einem unsichtbaren Browser war keiner zu finden. Tidemark lässt sich zeigen, wo der Preis steht.",
  needsBrowser: "Manche Shops zeigen den Preis erst, wenn die Seite in einem Browser läuft.",
  tryHidden: "Mit unsichtbarem Browser versuchen",
  clickPrice: "Seite öffnen und auf den Preis klicken",
  whichCurrency: "Welche Währung ist es?",
  noCurrency: (price) => `Die Seite verlangt ${price} und sagt nicht, in welcher Währung.`,
  currency: "Währung",
  addAt: (price) => `Für ${price} hinzufügen`,
  clickAgain: "Nochmal versuchen oder auf einen anderen Teil des Preises klicken.",
  noWindow: "Die Seite konnte nicht in einem Fenster geöffnet werden.",
  tryAgain: "Nochmal versuchen.",
};

export const batch: Texts["batch"] = {
  whatToLookUp: "Was nachzuschlagen ist",
  label: "Je Zeile eins: Links, Barcodes, ASINs, Modellnummern, Namen",
  openFile: "Datei öffnen …",
  howTo:
    "Eine Liste einfügen, eine Datei hierher ziehen oder öffnen. Es geht reiner Text oder eine Tabelle (CSV), deren erste Spalte gelesen wird.",
  tooMany: (lines, most) => `${lines}; auf einmal gehen höchstens ${most}. Die Liste teilen.`,
  withoutDoubles: (lines, duplicates) => `${lines}, ${duplicates} ausgelassen`,
  waits: ". Es kann beginnen, wenn die Liste unten fertig ist.",
  lookUp: "Nachschlagen",
  lookUpCount: (count) => `${count} nachschlagen`,
  fileTooLarge: (file) => `${file} ist größer als 1 MB. Die Datei teilen oder nur den nötigen Teil einfügen.`,
  fileUnreadable: (file) =>
    `${file} konnte nicht gelesen werden. Prüfen, ob die Datei noch da ist, dann nochmal öffnen.`,
  withEach: "Zu jedem Produkt",
  extras: {
    offers: { label: "Angebote", note: "wer es für wie viel verkauft" },
    reviews: { label: "Testberichte", note: "der kurze Testbericht" },
  },
  runs: {
    running: "Wird nachgeschlagen …",
    stopping: "Was gesendet ist, wird noch fertig …",
    stopped: "Angehalten",
    failed: "Nicht alle konnten nachgeschlagen werden",
    done: "Fertig",
  },
  goesOn:
    "Es geht weiter, auch wenn andere Seiten offen sind. Teile von bis zu 100 werden nacheinander gesendet, solange Tidemark offen ist.",
  stop: "Anhalten",
  goOn: "Fortsetzen",
  changeList: "Liste ändern",
  lookUpOthers: "Andere nachschlagen",
  lookedUp: "Nachgeschlagen",
};

export const results: Texts["results"] = {
  title: "Ergebnisse",
  listOf: (time) => `Liste vom ${time}`,
  list: "Liste",
  noReason: "Ein Grund wird nicht genannt.",
  failureAdvice: "Die Liste nochmal nachschlagen.",
  found: (found, total) => `${found} von ${total} gefunden`,
  asCsv: "Als CSV",
  copyAsCsv: "Als CSV kopieren",
  saveAsCsv: "Als CSV speichern",
  showMore: "Mehr zeigen",
  notFoundCount: (count) => `${count} nicht gefunden`,
  notFound: "Nicht gefunden",
  linesNotFound: "Nicht gefundene Zeilen",
  notFoundAdvice: "Auf Tippfehler prüfen oder nach ein paar Wörtern suchen.",
  andMore: (count) => `… und ${count} weitere; zum Ansehen aller die Liste kopieren.`,
  product: "Produkt",
  lookedUpAs: "Nachgeschlagen als",
  bestPrice: "Bester Preis",
  review: "Testbericht",
  noOffers: "Keine Angebote",
  noReview: "Keiner",
  earlier: "Frühere Listen",
  started: "Begonnen",
  size: "Größe",
  state: "Status",
  openListOf: (time) => `Liste vom ${time} öffnen`,
  states: { pending: "Wartet", processing: "Läuft", completed: "Fertig", failed: "Fehlgeschlagen" },
};
