import type { Texts } from "../texts.js";

export const commands: Texts["commands"] = {
  goTo: (place) => `Gehe zu ${place}`,
  settingsOf: (part) => `Einstellungen: ${part}`,
  lookUpMany: "Viele nachschlagen",
  checkAll: "Alle Preise jetzt prüfen",
  light: "Helles Farbschema verwenden",
  dark: "Dunkles Farbschema verwenden",
  systemTheme: "Farbschema des Systems verwenden",
  english: "Auf Englisch lesen (English)",
  german: "Auf Deutsch lesen",
  shortcuts: "Tastenkürzel zeigen",
  dataFolder: "Datenordner zeigen",
  updates: "Nach Updates suchen",
  hint: "> eintippen zeigt alle Befehle",
};
