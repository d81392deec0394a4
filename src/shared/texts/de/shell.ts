import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const shell: Texts["shell"] = {
  file: "&Datei",
  edit: "&Bearbeiten",
  view: "&Ansicht",
  go: "&Gehe zu",
  help: "&Hilfe",
  showDataFolder: "Datenordner zeigen",
  theme: "Farbschema",
  themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  lookUp: "Nachschlagen …",
  lookUpMany: "Viele nachschlagen",
  search: "Suche",
  deals: "Schnäppchen",
  watched: "Beobachtet",
  alerts: "Preisalarme",
  account: "Konto",
  settings: "Einstellungen",
  shortcuts: "Tastenkürzel",
  whereMyDataIs: "Wo meine Daten liegen",
  openTidemark: "Tidemark öffnen",
  unreadAlerts: (count, shown) =>
    `${shown} ${oneOrMore(count, "ungelesener Preisalarm", "ungelesene Preisalarme")}`,
  unreadTip: (count, shown) =>
    `Tidemark: ${shown} ${oneOrMore(count, "ungelesener Preisalarm", "ungelesene Preisalarme")}`,
  checkNow: "Preise jetzt prüfen",
  quit: "Tidemark beenden",
  stillHereTitle: "Tidemark prüft weiter Preise",
  stillHereBody:
    "Es sitzt im Infobereich und öffnet sich beim nächsten Start. In den Einstellungen lässt es sich mit dem Fenster beenden.",
  testTitle: "Hier ist Tidemark zu sehen",
  testBody: "So sehen Preisalarme aus: mit Produkt, Preis und Grund.",
  testOf: (text) => `Test: ${text}`,
  seeWhatChanged: "Tidemark öffnen, um zu sehen, was sich geändert hat.",
  manyAlerts: (count) => `${count} Preisalarme`,
  more: (count) => `und ${count} weitere`,
};
