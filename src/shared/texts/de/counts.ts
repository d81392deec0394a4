import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const counts: Texts["counts"] = {
  product: (count, shown) => `${shown} ${oneOrMore(count, "Produkt", "Produkte")}`,
  offer: (count, shown) => `${shown} ${oneOrMore(count, "Angebot", "Angebote")}`,
  deal: (count, shown) => `${shown} ${oneOrMore(count, "Schnäppchen", "Schnäppchen")}`,
  credit: (count, shown) => `${shown} ${oneOrMore(count, "Guthabenpunkt", "Guthabenpunkte")}`,
  alert: (count, shown) => `${shown} ${oneOrMore(count, "Preisalarm", "Preisalarme")}`,
  newAlert: (count, shown) => `${shown} ${oneOrMore(count, "neuer Preisalarm", "neue Preisalarme")}`,
  rule: (count, shown) => `${shown} ${oneOrMore(count, "Regel", "Regeln")}`,
  failure: (count, shown) => `${shown} ${oneOrMore(count, "Fehlschlag", "Fehlschläge")}`,
  day: (count, shown) => `${shown} ${oneOrMore(count, "Tag", "Tage")}`,
  event: (count, shown) => `${shown} ${oneOrMore(count, "Ereignis", "Ereignisse")}`,
  line: (count, shown) => `${shown} ${oneOrMore(count, "Zeile", "Zeilen")}`,
  duplicate: (count, shown) => `${shown} ${oneOrMore(count, "Duplikat", "Duplikate")}`,
  pricePoint: (count, shown) => `${shown} ${oneOrMore(count, "Preispunkt", "Preispunkte")}`,
  review: (count, shown) => `${shown} ${oneOrMore(count, "Testbericht", "Testberichte")}`,
  recipe: (count, shown) => `${shown} ${oneOrMore(count, "Rezept", "Rezepte")}`,
  shop: (count, shown) => `${shown} ${oneOrMore(count, "Shop", "Shops")}`,
};
