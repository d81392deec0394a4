import type { Texts } from "../texts.js";

export const errors: Texts["errors"] = {
  creditsTitle: "Das Guthaben dieses Monats reicht dafür nicht.",
  creditsAdvice:
    "Was schon zu sehen ist, bleibt. In den Einstellungen steht unter „Konto“, wann der nächste Zeitraum beginnt.",
  rateTitle: "Zu viele Anfragen innerhalb einer Stunde.",
  rateAdvice: "Kurz warten, dann nochmal versuchen.",
  rateAdviceIn: (wait) => `In ${wait} nochmal versuchen.`,
  notFoundTitle: "Kein Produkt passt dazu.",
  notFoundAdvice:
    "Vielleicht wurde es entfernt. Nochmal nachschlagen, oder nach ein paar Wörtern des Namens suchen.",
  inactiveTitle: "Der Tarif des Kontos ist nicht aktiv.",
  inactiveAdvice: "In den Einstellungen oder auf der Kommandozeile aktivieren; was zu sehen ist, bleibt.",
  notPassed: "Die App konnte die Frage nicht weitergeben.",
  notPassedAdvice: "Nochmal versuchen; bleibt es dabei, Tidemark neu starten.",
  awayTitle: "Der Kern von Tidemark hat nicht geantwortet.",
  awayAdvice: "Er wird neu gestartet; gleich nochmal versuchen.",
};
