import type { Texts } from "../texts.js";

export const deals: Texts["deals"] = {
  sortBy: "Sortieren nach",
  sorts: {
    hot: "Gerade beliebt",
    new: "Neueste",
    "top-hour": "Meiste Stimmen, letzte Stunde",
    "top-day": "Meiste Stimmen, letzter Tag",
    "top-week": "Meiste Stimmen, letzte Woche",
  },
  anyGrade: "Alle",
  retailer: "Shop",
  anyRetailer: "Alle Shops",
  least: "min.",
  most: "max.",
  clearFilters: "Filter zurücksetzen",
  contradiction: "Der niedrigste Preis liegt über dem höchsten.",
  loading: "Schnäppchen werden geladen",
  votes: "Stimmen",
  upAndDown: (up, down) => `${up} dafür, ${down} dagegen`,
  openProduct: "Das Produkt öffnen",
  saved: "Gespart",
  nonePasses: "Kein Schnäppchen passt zu diesen Filtern",
  widen: "Die Preisspanne erweitern oder eine andere Note oder einen anderen Shop wählen.",
  own: "Gerade günstig auf der Beobachtungsliste",
  ownNone:
    "Keines der beobachteten Produkte ist gerade günstiger als üblich. Sobald eines günstiger ist, steht es hier, mit dem Grund.",
  ownTooEarly:
    "Noch ist kein Preis deutlich gefallen. Was auf Dauer günstig ist, zeigt sich, wenn Preise aus zwei Wochen vorliegen.",
  ownYoung: (products) =>
    `Noch ohne üblichen Preis zum Vergleich: ${products}. Dafür braucht es Preise aus zwei Wochen.`,
  ownFirstVerdict: (day) => `Am ${day} gibt es die erste Einschätzung.`,
  ownNothingWatched: "Sobald Produkte beobachtet werden, stehen hier die gerade günstigen, mit dem Grund.",
  lowestEver: "Tiefstpreis",
  goodPrice: "Ein guter Preis",
  underUsual: (percent) => `${percent} unter dem üblichen Preis`,
  lessThanAdded: (percent) => `${percent} günstiger als bei der Aufnahme`,
  lessThanYesterday: (percent) => `${percent} günstiger als gestern`,
  market: "Von Diensten und aus dem Beispielmarkt",
};
