import type { Texts } from "../texts.js";

export const costs: Texts["costs"] = {
  title: "Was was kostet",
  entries: {
    lookUp: { what: "Ein Produkt nachschlagen", cost: "1 Guthabenpunkt je gefundenem Produkt" },
    search: { what: "Suchen", cost: "1 Guthabenpunkt je gezeigtem Produkt" },
    offers: { what: "Angebote", cost: "3 Guthabenpunkte je Produkt, 2 bei nur einem Shop" },
    history: { what: "Preisverlauf", cost: "3 Guthabenpunkte, und 1 für jeden Tag" },
    review: { what: "Testbericht", cost: "1 Guthabenpunkt, wenn es einen gibt" },
    batch: {
      what: "Viele auf einmal nachschlagen",
      cost: "Für jedes dasselbe, dazu auf Wunsch 3 für die Angebote und 1 für den Testbericht",
    },
    watch: {
      what: "Ein Produkt beobachten oder den Prüfplan ändern",
      cost: "1 Guthabenpunkt; die Prüfungen sind kostenlos, aber ein verbundener Dienst berechnet sie dem eigenen Konto dort",
    },
    deals: { what: "Schnäppchen", cost: "1 Guthabenpunkt je 10" },
    nothing: { what: "Alles, was nichts findet oder fehlschlägt", cost: "Kostenlos" },
    others: { what: "Preisalarme, Webhooks, diese Seite und die Einstellungen", cost: "Kostenlos" },
  },
};
