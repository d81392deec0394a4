import type { Texts } from "../texts.js";

export const keys: Texts["keys"] = {
  title: "API-Schlüssel",
  newKey: "Neuer Schlüssel",
  newTitle: "Neuer API-Schlüssel",
  madeTitle: "Der neue API-Schlüssel",
  what: "API-Schlüssel",
  namePlaceholder: "Zum Beispiel: Preisskript",
  readOnly: "Nur lesen",
  readOnlyNote: "Er kann nachschlagen und nichts ändern.",
  create: "Schlüssel erstellen",
  noneTitle: "Noch keine Schlüssel",
  noneAbout: "Mit einem Schlüssel lässt sich die API aus einem Skript oder einem anderen Programm nutzen.",
  access: "Zugriff",
  made: "Erstellt",
  state: "Status",
  full: "Voll",
  active: "Aktiv",
  revokedOn: (date) => `Widerrufen am ${date}`,
  noName: "Ohne Namen",
  unnamed: "Schlüssel ohne Namen",
  named: (name) => `„${name}“`,
  revokeTitle: (key) => `${key} widerrufen?`,
  revokeAbout:
    "Programme mit diesem Schlüssel werden von nun an abgewiesen. Das lässt sich nicht rückgängig machen; ein neuer Schlüssel lässt sich jederzeit erstellen.",
  revoke: "Schlüssel widerrufen",
  shownOnce: "Jetzt kopieren: Das wird nur einmal gezeigt und ist danach nicht mehr zu sehen.",
};
