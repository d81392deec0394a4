import type { Texts } from "../texts.js";

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
