import type { Texts } from "../texts.js";

export const lookup: Texts["lookup"] = {
  label: "Produkt nachschlagen",
  placeholder: "Link, Barcode oder ASIN einfügen oder ein paar Wörter eingeben",
  suggestions: "Vorschläge",
  lookUp: "Nachschlagen:",
  pasted: (lines) => `Es wurden ${lines} Zeilen eingefügt.`,
  lookAllUp: "Alle nachschlagen …",
};
