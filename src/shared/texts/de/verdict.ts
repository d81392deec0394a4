import type { Texts } from "../texts.js";

export const verdict: Texts["verdict"] = {
  question: "Ist das ein guter Preis?",
  kinds: {
    good: "Ein guter Preis",
    fair: "Ein fairer Preis",
    wait: "Besser warten",
    thin: "Noch zu früh für ein Urteil",
    none: "Noch kein Preisverlauf",
  },
  weighing: "Der Preis wird beurteilt",
  notEnough: "Zu wenig Daten",
  lowest: "Tiefstpreis",
  highest: "Höchstpreis",
  median30: "30-Tage-Median",
  median90: "90-Tage-Median",
  median365: "365-Tage-Median",
  dearerDays: "Teurere Tage",
  dearerNote: "des letzten Jahres kosteten mehr als jetzt",
  cheapestMonth: "Günstigster Monat",
  needsYear: "braucht ein Jahr Preisverlauf",
  history: "Preisverlauf",
};
