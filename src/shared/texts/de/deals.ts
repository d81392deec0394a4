import type { Texts } from "../texts.js";

export const deals: Texts["deals"] = {
  sortBy: "Sortieren nach",
  sorts: {
    hot: { label: "Beliebt", tip: "Nach Stimmen, die frischen zuerst" },
    new: { label: "Neu", tip: "Die neuesten zuerst" },
    "top-hour": { label: "Stunde", tip: "Die meisten Stimmen der letzten Stunde" },
    "top-day": { label: "Tag", tip: "Die meisten Stimmen des letzten Tages" },
    "top-week": { label: "Woche", tip: "Die meisten Stimmen der letzten Woche" },
  },
  grade: "Note",
  anyGrade: "Alle",
  retailer: "Shop",
  priceRange: "Preisspanne",
  lowestPrice: "Niedrigster Preis",
  highestPrice: "Höchster Preis",
  least: "min. $",
  most: "max. $",
  clearFilters: "Filter zurücksetzen",
  contradiction: "Der niedrigste Preis liegt über dem höchsten.",
  loading: "Schnäppchen werden geladen",
  nonePasses: "Kein Schnäppchen passt zu diesen Filtern",
  widen: "Die Preisspanne erweitern oder eine andere Note oder einen anderen Shop wählen.",
  noneYet: "Noch keine Schnäppchen",
  whenOne: "Hier erscheint ein Schnäppchen, wenn ein Preis deutlich unter seinen eigenen Verlauf fällt.",
};
