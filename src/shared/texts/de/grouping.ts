import type { Texts } from "../texts.js";

export const grouping: Texts["grouping"] = {
  splitOff: (retailer) => `Das Angebot von ${retailer} ist jetzt ein eigenes Produkt.`,
  merged: "Beide sind jetzt ein Produkt.",
};
