import type { Texts } from "../texts.js";

export const watching: Texts["watching"] = {
  cadences: { hourly: "Stündlich", daily: "Täglich", weekly: "Wöchentlich" },
  watchedHow: {
    hourly: "Stündlich beobachtet",
    daily: "Täglich beobachtet",
    weekly: "Wöchentlich beobachtet",
  },
  watchWhat: (title) => `${title} beobachten`,
  clickToStop: (watched) => `${watched}; Klick beendet es`,
  clickToWatch: "Täglich beobachten (1 Guthabenpunkt)",
  nowWatching: (title) => `${title} wird täglich beobachtet.`,
  nobodyToAsk:
    "Kein Shop, der es verkauft, kann geprüft werden; Preise ändern sich, wenn Tidemark neue sieht.",
  stopped: (what) => `Nicht mehr beobachtet: ${what}.`,
  undoFor: (credits) => `Rückgängig für ${credits}`,
  checking: (products) => `Prüfung läuft, Shop für Shop: ${products}.`,
  notCheckable: "Kein Shop, der es verkauft, kann geprüft werden",
  checkingNow: "Wird gerade geprüft",
  notCheckedYet: "Noch nicht geprüft",
  checkedAt: (age) => `Geprüft ${age}`,
  noneWentWell: (failures, outcome) => `${failures}, noch keine Prüfung gelang: ${outcome}`,
  failingSince: (failures, age, outcome) => `${failures} seit der Prüfung ${age}: ${outcome}`,
};
