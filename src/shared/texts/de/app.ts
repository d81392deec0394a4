import type { Texts } from "../texts.js";

export const app: Texts["app"] = {
  main: "Hauptbereich",
  places: {
    watch: "Beobachtet",
    search: "Suche",
    deals: "Schnäppchen",
    alerts: "Preisalarme",
    settings: "Einstellungen",
    batch: "Viele nachschlagen",
    account: "Konto",
  },
  unread: (count) => `${count} ungelesen`,
  creditsLeft: (credits) => `Guthaben: ${credits}`,
  back: "Zurück",
  forward: "Vor",
  starting: "Tidemark startet; beim ersten Mal dauert es etwas länger …",
  offline:
    "Kein Netz. Alles Bekannte ist da, mit seinem Alter; die Prüfungen gehen weiter, sobald das Netz zurück ist.",
  restarting: "Der Kern von Tidemark ist stehen geblieben und wird neu gestartet …",
  attempt: (count) => `Versuch ${count}`,
  showDataFolder: "Datenordner zeigen",
  brokenTitle: "Diese Seite konnte nicht gezeichnet werden.",
  brokenAdvice:
    "Die Daten sind sicher: Sie liegen beim Kern, nicht im Fenster. Nochmal versuchen oder eine andere Seite öffnen.",
};
