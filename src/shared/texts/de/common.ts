import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const common: Texts["common"] = {
  cancel: "Abbrechen",
  close: "Schließen",
  dismiss: "Ausblenden",
  save: "Speichern",
  remove: "Entfernen",
  undo: "Rückgängig",
  tryAgain: "Nochmal versuchen",
  copy: "Kopieren",
  copied: "Kopiert",
  copyWhat: (what) => `${what} kopieren`,
  copiedWhat: (what) => `${what} kopiert`,
  clear: "Leeren",
  add: "Hinzufügen",
  done: "Fertig",
  open: "Öffnen",
  search: "Suchen",
  name: "Name",
  test: "Test",
  loadMore: "Mehr laden",
  outOf: (shown, total) => `${shown} von ${total}`,
  openSettings: "Einstellungen öffnen",
  keys: { Ctrl: "Strg", Shift: "Umschalt", Enter: "Enter", Delete: "Entf", Home: "Pos1", End: "Ende" },
};

export const actions: Texts["actions"] = {
  test: { label: "Testen", of: (what) => `${what} testen` },
  edit: { label: "Bearbeiten", of: (what) => `${what} bearbeiten` },
  enable: { label: "Aktivieren", of: (what) => `${what} aktivieren` },
  disable: { label: "Deaktivieren", of: (what) => `${what} deaktivieren` },
  remove: { label: "Entfernen", of: (what) => `${what} entfernen` },
  delete: { label: "Löschen", of: (what) => `${what} löschen` },
  deliveries: { label: "Zustellungen", of: (what) => `Zustellungen an ${what}` },
  forbid: { label: "Verbieten", of: (what) => `${what} verbieten` },
  revoke: { label: "Widerrufen", of: (what) => `${what} widerrufen` },
};

export const counts: Texts["counts"] = {
  product: (count, shown) => `${shown} ${oneOrMore(count, "Produkt", "Produkte")}`,
  offer: (count, shown) => `${shown} ${oneOrMore(count, "Angebot", "Angebote")}`,
  deal: (count, shown) => `${shown} ${oneOrMore(count, "Schnäppchen", "Schnäppchen")}`,
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

export const units: Texts["units"] = {
  justNow: "gerade eben",
  minutesAgo: (count) => `vor ${count} min`,
  hoursAgo: (count) => `vor ${count} h`,
  daysAgo: (count) => oneOrMore(count, "vor 1 Tag", `vor ${count} Tagen`),
  anyMoment: "jeden Moment",
  inMinutes: (count) => `in ${count} min`,
  inHours: (count) => `in ${count} h`,
  inDays: (count) => oneOrMore(count, "in 1 Tag", `in ${count} Tagen`),
  today: "Heute",
  yesterday: "Gestern",
  milliseconds: (count) => `${count} ms`,
  seconds: (count) => `${count} s`,
  minutes: (count) => `${count} min`,
  hours: (count) => `${count} h`,
  bytes: "Byte",
};

export const shown: Texts["shown"] = {
  rated: "Bewertet mit",
  outOfFiveBy: "von 5 durch",
  reviewers: "Bewertende",
  grade: (letter) => `Note ${letter}`,
  plus: "plus",
  minus: "minus",
  noGrade: "Noch keine Note",
  votes: "Stimmen:",
  insteadOf: "statt",
  identifiers: { barcode: "Barcode", asin: "ASIN", model: "Modell", mpn: "MPN" },
  identifiersToCopy: { barcode: "Barcode", asin: "ASIN", model: "Modell", mpn: "MPN" },
};
