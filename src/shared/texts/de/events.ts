import type { Texts } from "../texts.js";

export const events: Texts["events"] = {
  kinds: {
    price_drop: { label: "Preissenkungen", note: "Ein beobachtetes Produkt kostet irgendwo weniger." },
    availability_change: { label: "Bestandsänderungen", note: "Es ist ausverkauft oder wieder lieferbar." },
    schedule_completion: {
      label: "Beendete Prüfungen",
      note: "Jedes Mal, wenn ein beobachtetes Produkt geprüft wurde.",
    },
  },
  priceDrop: "Preissenkung",
  priceAlert: "Preisalarm",
  outOfStock: "Ausverkauft",
  backInStock: "Wieder lieferbar",
  checked: "Geprüft",
  checksFail: "Prüfungen schlagen fehl",
  checksRecovered: "Prüfungen gelingen wieder",
  aLowerPrice: "Ein niedrigerer Preis",
  atShop: (shop) => ` bei ${shop}`,
  forPrice: (price) => ` für ${price}`,
  unchanged: ", unverändert",
  was: (price, change) => `, vorher ${price} (${change})`,
  checkedBest: (price) => `Geprüft: bester lieferbarer Preis ${price}`,
  checkedNoStock: "Geprüft: nirgends lieferbar",
  checkedSoldOut: (price) => `Geprüft: nirgends mehr lieferbar, vorher ${price}`,
  testOf: (text) => `Test: ${text}`,
  told: (title, product, sentence) => `${title}: ${product}. ${sentence}.`,
  toldLast: (alerts, sentence) => `${alerts}. Der letzte: ${sentence}`,
  openAlerts: "Preisalarme öffnen",
  removed: (alerts) => `${alerts} entfernt.`,
};
