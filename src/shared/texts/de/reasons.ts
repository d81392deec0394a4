import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

const outcomes: Texts["reasons"]["outcomes"] = {
  ok: "in Ordnung",
  blocked: "vom Shop abgewiesen",
  "no price": "kein Preis",
  ambiguous: "mehrdeutig",
  currency: "andere Währung",
  network: "Netzwerk",
  timeout: "keine Antwort",
  tls: "keine sichere Verbindung",
  gone: "nicht mehr vorhanden",
  paused: "in Pause",
  error: "Fehler",
  "too large": "Seite zu groß",
  "not a web page": "keine Webseite",
  "refused address": "Adresse nicht erlaubt",
  "refused redirect": "Weiterleitung nicht erlaubt",
  "needs a window": "braucht ein Fenster",
};

const words = new Map<string, string>(Object.entries(outcomes));

export const reasons: Texts["reasons"] = {
  priceAt: (price, shop) => `${price} bei ${shop}`,
  outOfStock: "Ausverkauft",
  outOfStockAt: (shop) => `Ausverkauft bei ${shop}`,
  backInStock: (price) => `Wieder lieferbar für ${price}`,
  backInStockAt: (price, shop) => `Wieder lieferbar bei ${shop} für ${price}`,
  checksFailing: (failures, shop, problem) =>
    `${failures} Prüfungen in Folge sind bei ${shop} fehlgeschlagen: ${problem}`,
  checksRecovered: (shop) => `Prüfungen bei ${shop} gelingen wieder`,
  problem: (outcome, detail) => words.get(outcome) ?? detail,

  underTarget: (price) => `unter dem Zielpreis von ${price}`,
  atTarget: (price) => `am Zielpreis von ${price}`,
  fell: (price, percent) => `vorher ${price} (−${percent})`,
  rose: (price, percent) => `vorher ${price} (+${percent})`,
  underMedian30: (percent) => `${percent} unter dem 30-Tage-Median`,
  underHighest: (percent, price) => `${percent} unter dem höchsten Preis von ${price}`,
  lowestEver: "so günstig wie noch nie",
  lowestSince: (date) => `so günstig wie seit ${date} nicht mehr`,
  lowestInDays: (days) =>
    oneOrMore(days, "niedrigster Preis seit 1 Tag", `niedrigster Preis seit ${days} Tagen`),
  lowestSoFar: "niedrigster Preis bisher",

  verdict: {
    noPrice: "Niemand hat es gerade auf Lager, also gibt es keinen Preis zu beurteilen.",
    lessThanADay: (price) =>
      `Weniger als ein Tag Preisverlauf: zu wenig, um zu sagen, ob ${price} ein guter Preis ist.`,
    thin: (days, price) =>
      `Erst ${oneOrMore(days, "1 Tag", `${days} Tage`)} Preisverlauf: zu wenig, um zu sagen, ob ${price} ein guter Preis ist.`,
    is: (price, facts) => `${price}: ${facts}.`,
    underMedian: (days, percent, median) => `${percent} unter dem ${days}-Tage-Median von ${median}`,
    overMedian: (days, percent, median) => `${percent} über dem ${days}-Tage-Median von ${median}`,
    atMedian: (days, median) => `genau am ${days}-Tage-Median von ${median}`,
    lowestSoFar: "der niedrigste Preis bisher",
    lowestWas: (price) => `der niedrigste Preis war ${price}`,
  },

  outcomes,
};
