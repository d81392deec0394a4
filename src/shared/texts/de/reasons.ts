import { maxListItems } from "../../app/limits.js";
import { withFullStop } from "../full-stop.js";
import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const outcomes: Texts["outcomes"] = {
  ok: "in Ordnung",
  blocked: "vom Shop abgewiesen",
  "no price": "kein Preis",
  "no match": "kein Treffer",
  ambiguous: "Preis nicht eindeutig",
  currency: "andere Währung",
  paused: "vorerst in Pause",
  network: "nicht erreicht",
  tls: "keine sichere Verbindung",
  timeout: "keine Antwort",
  "too large": "Seite zu groß",
  "not a web page": "keine Webseite",
  "refused address": "Adresse abgelehnt",
  "refused redirect": "Weiterleitung abgelehnt",
  "needs a window": "zeigt den Preis nur im Browser",
  gone: "Seite nicht mehr da",
  error: "Fehler",
  limited: "vorerst zu viele Anfragen",
  "no credits": "Dienst vorerst ausgeschöpft",
  "key refused": "Schlüssel abgewiesen",
  "no plan": "Dienst abgeschaltet",
  offline: "nicht erreicht",
  "server error": "Fehler beim Shop",
  "invalid answer": "ungültige Antwort",
  refused: "abgewiesen",
};

const words = new Map<string, string>(Object.entries(outcomes));

export function withinDays(days: number | null): string {
  if (days === null) return "(archivierte Seiten eingerechnet)";
  return days < 365
    ? `in bisher ${oneOrMore(days, "1 Tag", `${days} Tagen`)}`
    : "in den letzten zwölf Monaten";
}

function daysCovered(days: number): string {
  return days < 365 ? `der bisher ${days} Tage` : "der Tage in den letzten zwölf Monaten";
}

export const reasons: Texts["reasons"] = {
  priceAt: (price, shop) => `${price} bei ${shop}`,
  conditions: { used: "Gebraucht", refurbished: "Generalüberholt" },
  outOfStock: "Ausverkauft",
  outOfStockAt: (shop) => `Ausverkauft bei ${shop}`,
  backInStock: (price) => `Wieder lieferbar für ${price}`,
  backInStockAt: (price, shop) => `Wieder lieferbar bei ${shop} für ${price}`,
  inStock: (price) => `Jetzt auf Lager für ${price}`,
  inStockAt: (price, shop) => `Jetzt auf Lager bei ${shop} für ${price}`,
  checksFailing: (failures, shop, problem) =>
    `${failures} Prüfungen in Folge sind bei ${shop} fehlgeschlagen: ${problem}`,
  checksRecovered: (shop) => `Prüfungen bei ${shop} gelingen wieder`,
  problem: (outcome, detail) => words.get(outcome) ?? detail,

  underTarget: (price) => `unter dem Zielpreis von ${price}`,
  atTarget: (price) => `am Zielpreis von ${price}`,
  fell: (price, percent) => `vorher ${price} (−${percent})`,
  rose: (price, percent) => `vorher ${price} (+${percent})`,
  bestBefore: (price) => `bester Preis vorher: ${price}`,
  underMedian30: (percent) => `${percent} unter dem üblichen Preis`,
  underHighest: (percent, price) => `${percent} unter dem höchsten Preis von ${price}`,
  lowestEver: "so günstig wie noch nie",
  lowestSince: (date) => `so günstig wie seit ${date} nicht mehr`,
  lowestInDays: (days) =>
    oneOrMore(days, "niedrigster Preis seit 1 Tag", `niedrigster Preis seit ${days} Tagen`),
  cheaperAt: (price, shop) => `günstiger bei ${shop}: ${price}`,
  nextBestAt: (price, shop) => `sonst am günstigsten: ${price} bei ${shop}`,
  lowestSoFar: "niedrigster Preis bisher",
  lessThanPaid: (amount, day) => `${amount} unter deinem Kaufpreis, Rückgabe bis ${day}`,

  verdict: {
    paid: {
      coupon: "mit dem Coupon",
      code: "mit dem Code",
      member: "als Mitglied",
      subscription: "im Abo",
      trade_in: "bei Inzahlungnahme",
      shipping: "Versand inbegriffen",
    },
    noPrice: "Zurzeit überall ausverkauft.",
    lessThanADay: (price) =>
      `Weniger als ein Tag Preisverlauf: zu wenig, um zu sagen, ob ${price} ein guter Preis ist.`,
    thin: (days, price) =>
      `Erst ${oneOrMore(days, "1 Tag", `${days} Tage`)} Preisverlauf: zu wenig, um zu sagen, ob ${price} ein guter Preis ist.`,
    now: (price) => `Es kostet jetzt ${price}.`,
    copies: ({ low, high }, cheaper, days, since) => {
      const range = high === null ? low : `${low} bis ${high}`;
      const count = cheaper === 0 ? "keinem" : String(cheaper);
      const when =
        days === 1
          ? `an dem einen Tag von ${since} ${cheaper === 0 ? "nicht günstiger" : "günstiger"}`
          : `günstiger an ${count} von ${days} Tagen seit ${since}`;
      return `Ältere Preise einzelner Tage: ${range}; ${when}.`;
    },
    paidOn: (price, day) => `Du hast am ${day} ${price} bezahlt.`,
    nowLess: (price, amount) => `Jetzt kostet es ${price}, ${amount} weniger.`,
    nowMore: (price, amount) => `Jetzt kostet es ${price}, ${amount} mehr.`,
    nowSame: (price) => `Es kostet weiterhin ${price}.`,
    returnUntil: (day) => `Du kannst es bis ${day} zurückgeben.`,
    steady: (days, price) =>
      `An allen bisher ${days} Tagen ${price}. Ob das ein guter Preis ist, zeigt sich, sobald er sich bewegt.`,
    is: (price, medians) => `${price}: ${medians}.`,
    and: " und ",
    underMedian: (days, percent, median) => `${percent} unter dem ${days}-Tage-Median von ${median}`,
    overMedian: (days, percent, median) => `${percent} über dem ${days}-Tage-Median von ${median}`,
    atMedian: (days, median) => `genau am ${days}-Tage-Median von ${median}`,
    lowestWas: (price, isOverAYearAgo) =>
      `Der niedrigste Preis bisher war ${price}${isOverAYearAgo ? ", vor über einem Jahr" : ""}.`,
    notCheaper: (days) => `Günstiger war es ${days === null ? "bisher" : withinDays(days)} nie.`,
    notDearer: (days) => `Teurer war es ${days === null ? "bisher" : withinDays(days)} nie.`,
    cheaperThan: (percent, days) => `Teurer war es an ${percent} ${daysCovered(days)}.`,
    dearerThan: (percent, days) => `Günstiger war es an ${percent} ${daysCovered(days)}.`,
  },
  files: {
    "too large": () =>
      "Die Datei ist zu groß: Eine Liste darf 8 MiB haben. Am besten auf mehrere Dateien verteilen.",
    archive: () =>
      "Das ist ein Archiv oder eine Tabellenkalkulation. Das Archiv entpacken oder die Tabelle als CSV speichern und diese Datei importieren.",
    pdf: () => "Das ist ein PDF. Die Links daraus in eine Textdatei kopieren und diese importieren.",
    "single file page": () =>
      "Diese Seite wurde als einzelne Datei gespeichert. Als Webseite, nur HTML, speichern und diese Datei importieren.",
    "no text": () => "Die Datei enthält keinen Text. Die Liste als Text oder CSV in UTF-8 speichern.",
    "unknown json": () =>
      "In diesem JSON steht keine Liste. Die Liste als Text oder CSV exportieren und diese Datei importieren.",
    "no links": () => "In der Datei stehen keine Links wie https://shop.example/lamp.",
    "no prices": () =>
      "In der Tabelle wurden keine Preise gefunden. Sie braucht eine Spalte mit Tagen und eine mit Preisen, etwa „2026-01-31; 49,99“.",
    "no json": () => "Die Datei ist kein gültiges JSON. Die Beobachtungsliste noch einmal exportieren.",
    "other version": () =>
      "Die Datei ist keine Beobachtungsliste dieser Version von Tidemark. Die Liste noch einmal exportieren.",
    "no link": () => "Hier steht kein Link.",
    "no web page": () => "Das Lesezeichen führt zu keiner Webseite.",
    nested: () => "Die Ordner ab hier sind zu tief verschachtelt.",
    "no address": () => "Dieser Eintrag hat keine Adresse.",
    "address not exported": () =>
      "Dieses Produkt hat keine Adresse. Das Produkt mit ?include=urls,tags exportieren.",
    template: () => "Die Adresse enthält eine Vorlage. Stattdessen die Adresse angeben, für die sie steht.",
    "only ids": () =>
      "Die Datei nennt von ihren Schlagwörtern nur Nummern. Die Namen stehen in der Zip-Datei der Sicherung.",
    "no page address": () => "Das ist keine Adresse einer Seite.",
    picture: () => "Das ist die Adresse eines Bildes.",
    "long address": () => "Die Adresse ist zu lang.",
    "two targets": (target) =>
      `Der Link steht weiter oben mit einem anderen Zielpreis, ${target}; dieser gilt.`,
    "long tag": () => "Das ist zu lang für ein Schlagwort; die Links werden ohne es übernommen.",
    "many tags": (count) => `Ein Produkt kann ${count} Schlagwörter haben; das ist eines zu viel.`,
    "no shop": (count) =>
      `${oneOrMore(Number(count), "Einem Link", `${count} Links`)} fehlt die Adresse des Shops, weil die Datei nicht sagt, woher sie stammt. Die Adresse der Seite oder des Shops angeben.`,
    "more lines": (count) => `${count} weitere Zeilen wurden ausgelassen.`,
    "more links": (count) =>
      `Eine Liste kann ${maxListItems} Links haben; ${count} weitere wurden ausgelassen. Sie lassen sich aus einer anderen Datei importieren.`,
    "more products": (count) =>
      `Eine Datei kann ${maxListItems} Produkte haben; ${count} weitere wurden ausgelassen.`,
    "more rules": (max) => `Für alle Produkte gelten höchstens ${max} Regeln; die übrigen der Datei fehlen.`,
    "no currency": () => "Die Währung ist kein Kürzel wie EUR; der Link wird ohne sie übernommen.",
    "bad target": () => "Der Zielpreis ist kein Betrag über 0; der Link wird ohne ihn übernommen.",
    "bad price": () => "Der Preis ist kein Betrag über 0; der Link wird ohne ihn übernommen.",
    "price in two ways": () =>
      "Der Preis lässt sich auf zwei Arten lesen, mit Tausendern oder mit Nachkommastellen. Eindeutig ist 1299,00; der Link wird ohne ihn übernommen.",
    "row without price": () => "Der Preis ist kein Betrag über 0.",
    "row with price in two ways": () =>
      "Der Preis lässt sich auf zwei Arten lesen, mit Tausendern oder mit Nachkommastellen. Eindeutig ist 1299,00.",
    "more cells": () =>
      "Die Zeile hat mehr Zellen als die erste. Zellen mit Kommas gehören in Anführungszeichen.",
    "date in two ways": () => "Das Datum kann zwei Tage meinen. Eindeutig ist Jahr-Monat-Tag.",
    "bad date": () => "Das Datum ist nicht zu verstehen. Eindeutig ist Jahr-Monat-Tag.",
    "future date": () => "Das Datum liegt in der Zukunft.",
    invalid: (detail) => `Das ist ungültig: ${detail}`,
  },
  leftOut: {
    "no price": () => "Der Zielpreis wurde nicht gesetzt, weil kein Preis bekannt ist.",
    target: (max) => `Der Zielpreis wurde nicht gesetzt, weil das Produkt schon ${max} Regeln hat.`,
    return: (max) =>
      `Sobald es wieder da ist, kommt keine Meldung, weil das Produkt schon ${max} Regeln hat.`,
    rules: (max) => `Einige Regeln wurden ausgelassen, weil ein Produkt ${max} haben kann.`,
    tags: (names) => `Für diese Schlagwörter war beim Produkt kein Platz mehr: ${names}.`,
  },
  nothingReadable: (line, reason) => `In der Datei ist nichts zu lesen. Zeile ${line}: ${reason}`,
};

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
  inStock: "Jetzt auf Lager",
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
  told: (title, product, sentence) => `${withFullStop(`${title}: ${product}`)} ${withFullStop(sentence)}`,
  toldLast: (alerts, sentence) => `${alerts}. Der letzte: ${sentence}`,
  openAlerts: "Preisalarme öffnen",
};
