import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";
import { withinDays } from "./reasons.js";

export const history: Texts["history"] = {
  title: "Preisverlauf",
  range: "Zeitraum",
  ranges: { "30d": "30 T", "90d": "90 T", "1y": "1 J", all: "Alles" },
  rangeTips: {
    "30d": "Die letzten 30 Tage",
    "90d": "Die letzten 90 Tage",
    "1y": "Die letzten 365 Tage",
    all: "Alles, was bekannt ist",
  },
  showAs: "Darstellung",
  chart: "Diagramm",
  table: "Tabelle",
  lines: "Linien",
  byShop: "Nach Shop",
  byShopTip: "Je Shop der beste Preis",
  byOffer: "Nach Angebot",
  byOfferTip: "Jedes Angebot für sich",
  loading: "Preisverlauf wird geladen",
  loadingOlder: "Ältere Preise werden geladen …",
  none: "In diesem Zeitraum wurde kein Preis erfasst.",
  noneYet: "Noch kein Preis. Das Diagramm beginnt mit dem ersten.",
  olderCost: (service, credits) =>
    `${service} kennt die Preise des letzten Jahres. Sie kosten dort ${credits} Guthabenpunkte.`,
  olderCostOf: (service, credits, left) =>
    `${service} kennt die Preise des letzten Jahres. Sie kosten dort ${credits} deiner ${left} Guthabenpunkte.`,
  fetchOlder: "Frühere Preise holen",
  askCost: (service, credits) =>
    `${service} nach den Preisen des letzten Jahres und nach anderen Shops fragen: höchstens ${credits} Guthabenpunkte.`,
  askCostOf: (service, credits, left) =>
    `${service} nach den Preisen des letzten Jahres und nach anderen Shops fragen: höchstens ${credits} deiner ${left} Guthabenpunkte.`,
  asks: (number) =>
    `Der Dienst erfährt die Nummer ${number}. Kennt er das Produkt, fragen ihn ab dann auch die Prüfungen, gegen Guthaben.`,
  askService: (service) => `${service} fragen`,
  unknownTo: (service) => `${service} kennt dieses Produkt nicht.`,
  cameFrom: (service) => `${service} hat Preise und Shops geschickt.`,

  timeShown: "Angezeigter Zeitraum",
  days: (count) => oneOrMore(count, "1 Tag", `${count} Tage`),
  minutes: (count) => oneOrMore(count, "1 Minute", `${count} Minuten`),
  hours: (count) => oneOrMore(count, "1 Stunde", `${count} Stunden`),
  zoomIn: "Vergrößern (+)",
  zoomOut: "Verkleinern (−)",
  resetZoom: "Zoom zurücksetzen",
  saveTable: "Als Tabelle speichern (CSV)",
  savePicture: "Als Bild speichern (PNG)",

  chartName: "Preisdiagramm",
  keys: "Pfeil links und rechts: vorige und nächste Preisänderung. Mit Umschalt: früher und später. Plus und Minus: Zoom. 0: alles. Pos1 und Ende: erste und letzte Änderung. Escape: verlassen.",
  hint: "Zum Vergrößern über das Diagramm ziehen",
  summary: (start, end, offers, low, high) =>
    `Preisverlauf von ${start} bis ${end}, ${offers}: bester Preis zwischen ${low} und ${high}.`,
  summaryOfNone: "Preisverlauf; ausverkauft, oder alle Linien sind ausgeblendet.",
  summaryTarget: (price) => `Zielpreis ${price}.`,
  summaryTable: "Die Tabelle zeigt dieselben Daten.",
  offers: (count) => oneOrMore(count, "1 Angebot", `${count} Angebote`),
  shops: (count) => oneOrMore(count, "1 Shop", `${count} Shops`),
  lowest: (price) => `Tiefststand im Zeitraum ${price}`,
  highest: (price) => `Höchststand im Zeitraum ${price}`,
  calm: (price, since) => `${price} seit ${since}. Das Diagramm beginnt mit der ersten Änderung.`,
  calmOut: (price, since) =>
    `Ausverkauft seit ${since}, zu ${price}. Das Diagramm beginnt, sobald es wieder lieferbar ist.`,
  noPriceThen: "Für diesen Zeitpunkt ist kein Preis bekannt.",
  out: "ausverkauft",
  priceThen: (label, price) => `${label} ${price}`,
  priceThenOut: (label, price) => `${label} ${price}, ausverkauft`,

  legend: "Linien des Diagramms",
  showLine: "Linie einblenden; mit Alt nur diese",
  hideLine: "Linie ausblenden; mit Alt nur diese anzeigen",
  only: "nur",
  onlyThis: (label) => `Nur ${label}`,
  showAll: "Alle anzeigen",
  copyKey: "ältere Preise einzelner Tage",
  alertKey: "Preisalarm",
  offersOf: (shop, count) => `${shop} (${count} Angebote)`,
  usedAt: (shop) => `${shop} · gebraucht`,

  changes: "Preisänderungen",
  since: "Seit",
  offer: "Angebot",
  price: "Preis",
  change: "Änderung",
  availability: "Verfügbarkeit",
  inStock: "Lieferbar",
  outOfStock: "Ausverkauft",
  putRight: "Berichtigen",
  putThisRight: (price, time) => `${price} vom ${time} berichtigen`,
  addPrice: "Preis hinzufügen",
  allHidden: "Alle Linien sind ausgeblendet.",
};

export const olderPrices: Texts["olderPrices"] = {
  ask: "Ältere Preise sehen: das Internet Archive fragen.",
  sends: (archive, addresses) =>
    `${archive} erfährt dabei von ${addresses} und von dir nicht mehr als jede Website.`,
  askNow: "Jetzt fragen",
  always: "Immer",
  alwaysTip: "Auch bei jeder Seite, die du ab jetzt hinzufügst",
  asking: "Das Archiv wird gefragt, welche Kopien es hat …",
  reading: (read, copies) => `Archivierte Seiten werden gelesen: ${read} von ${copies}`,
  paused: (time) => `Das Archiv braucht eine Pause. Um ${time} geht es weiter.`,
  stop: "Abbrechen",
  none: "Das Archiv kennt keinen älteren Preis dieser Seite.",
  found: (count) =>
    oneOrMore(count, "1 älterer Preis eines einzelnen Tages", `${count} ältere Preise einzelner Tage`),
  open: "Kopie öffnen",
  openOf: (price, date) => `Kopie vom ${date} mit ${price} öffnen`,
  remove: "Diese Preise entfernen",
  removed: "Die älteren Preise einzelner Tage sind entfernt.",
  title: "Ältere Preise",
  setting: "Das Internet Archive nach älteren Preisen fragen",
  settingNote:
    "web.archive.org erfährt die Adresse jeder Seite, die du hinzufügst, und von dir nicht mehr als jede Website. Von privaten Seiten und Adressen mit einem Schlüssel erfährt es nie.",
};

export const bringPrices: Texts["bringPrices"] = {
  open: "Eigene Preise mitbringen",
  about:
    "Eine Tabelle mit einer Spalte für das Datum und einer für den Preis, wie Preisbeobachter sie anzeigen oder speichern: von Keepa, CamelCamelCamel, aus einer Tabellenkalkulation oder von Tidemark gespeichert.",
  table: "Tabelle mit Datum und Preis",
  example: "31.01.2026; 49,99",
  shop: "Preise von",
  reading: "Die Tabelle wird gelesen …",
  found: (prices, from, to, currency, shop) => `${prices} vom ${from} bis ${to} in ${currency} für ${shop}`,
  range: (low, high) => `zwischen ${low} und ${high}`,
  singleDays: (count, all) => {
    if (count < all)
      return oneOrMore(count, "1 zählt nur für seinen Tag.", `${count} zählen nur für ihren Tag.`);
    return all === 1 ? "Er zählt nur für seinen Tag." : "Sie zählen nur für ihren Tag.";
  },
  nothing: "Nichts davon lässt sich übernehmen.",
  foreign: (count) => oneOrMore(count, "1 Preis in anderer Währung", `${count} Preise in anderen Währungen`),
  known: (count) =>
    oneOrMore(count, "1 Preis aus schon bekannter Zeit", `${count} Preise aus schon bekannter Zeit`),
  others: (count) => oneOrMore(count, "1 Preis einer anderen Seite", `${count} Preise anderer Seiten`),
  unread: (count) => oneOrMore(count, "1 unverständliche Zeile", `${count} unverständliche Zeilen`),
  firstUnread: (line, reason) => `Zeile ${line}: ${reason}`,
  leftOut: (parts) => `Weggelassen: ${parts}`,
  bring: "Diese Preise übernehmen",
  brought: (prices) => `${prices} übernommen.`,
};

export const verdict: Texts["verdict"] = {
  title: "Einschätzung",
  question: "Ist das ein guter Preis?",
  kinds: {
    bought: "Schon gekauft.",
    great: "Ebbe. Jetzt kaufen.",
    good: "Ein guter Preis.",
    fair: "Ein fairer Preis.",
    wait: "Flut. Lieber warten.",
    steady: "Bisher unverändert.",
    thin: "Noch zu früh.",
    none: "Ausverkauft.",
  },
  byCopies: {
    low: "An früheren Tagen nicht günstiger.",
    high: "An früheren Tagen nicht teurer.",
    between: "Mittelfeld, laut älteren Preisen.",
    same: "An früheren Tagen ebenso teuer.",
  },
  atTarget: (price) => `Zielpreis von ${price} erreicht`,
  belowTarget: (price) => `Unter dem Ziel von ${price}`,
  season: (week, month, cheapest, years) => {
    const when = `in der ${["ersten", "zweiten", "dritten", "letzten"][week - 1]} Woche im ${month}`;
    return years === 1
      ? `Im letzten Jahr war es ${when} am günstigsten.`
      : `In ${cheapest} von ${years} Jahren war es ${when} am günstigsten.`;
  },
  weighing: "Der Preis wird beurteilt",
  lowest: "Tiefstpreis bisher",
  highest: "Höchstpreis bisher",
  atShopOn: (shop, date) => `${shop}, ${date}`,
  medianOf: (days) => `${days}-Tage-Median`,
  history: "Preisverlauf",

  distribution: "Wie lange welcher Preis galt",
  distributionAbout: (days) => `Tage je Preis ${withinDays(days)}`,
  range: (from, to) => `${from} bis ${to}`,
  mostDays: (range, days) => `Am häufigsten ${range}: ${days}.`,
  nowIn: (range) => `Jetzt ${range}.`,
  now: "jetzt",
  bar: (range, days) => `${range}: ${days}`,

  months: "Günstigste Monate",
  monthsAbout: "Median jedes Monats gegenüber dem Durchschnittsmonat",
  month: "Monat",
  median: "Median",
  againstAverage: "Gegenüber dem Durchschnittsmonat",
  monthBar: (month, price, change) => `${month}: ${price}, ${change}`,
  noData: "keine Daten",
  cheapestIs: (month) => `Am günstigsten im ${month}.`,
  cheapestIsBy: (month, percent) => `Am günstigsten im ${month}: ${percent} unter dem Durchschnittsmonat.`,

  shops: "Am häufigsten günstigster Shop",
  shopsAbout: (days) => `Anteil der Tage mit dem besten Preis ${withinDays(days)}`,
  otherShops: "Andere Shops",
};

export const tide: Texts["tide"] = {
  lowWater: "Tiefststand",
  highWater: "Höchststand",
  lowWaterTip: (days) => `Der niedrigste beste Preis ${withinDays(days)}`,
  highWaterTip: (days) => `Der höchste beste Preis ${withinDays(days)}`,
  usual: "üblich",
  between: (low, high) => (low === high ? low : `${low} – ${high}`),
  target: (price) => `Ziel ${price}`,
  noPrice: "Derzeit ausverkauft.",
  noRange: (days) => (days === null || days < 365 ? "Bisher gleich" : "Ein Jahr lang gleich"),
  stands: {
    lowest: "der niedrigste Preis",
    nearLowest: "nahe am niedrigsten Preis",
    belowUsual: "unter dem üblichen Preis",
    usual: "ein üblicher Preis",
    aboveUsual: "über dem üblichen Preis",
    nearHighest: "nahe am höchsten Preis",
    highest: "der höchste Preis",
    between: "zwischen dem niedrigsten und dem höchsten Preis",
  },
  range: (low, high, days) => `Von ${low} bis ${high} ${withinDays(days)}.`,
  usually: (low, high) => (low === high ? `Üblich: ${low}.` : `Üblich: ${low} bis ${high}.`),
  targetIs: (price) => `Zielpreis: ${price}.`,
};
