import type { Texts } from "../texts.js";

export const deliveries: Texts["deliveries"] = {
  title: "Zustellungen",
  onTheWay: (events) => `${events} unterwegs`,
  noneTitle: "Noch nichts gesendet",
  noneAbout: "Gesendete Ereignisse bleiben hier 30 Tage lang stehen. Tests sind nicht aufgeführt.",
  states: { due: "Unterwegs", delivered: "Zugestellt", failed: "Fehlgeschlagen", cancelled: "Abgebrochen" },
  nextAttempt: (time) => `nächster Versuch ${time}`,
  noAnswer: "keine Antwort",
  attempt: (number, time, answer, duration) => `Versuch ${number}, ${time}: ${answer} nach ${duration}`,
  sendingTest: "Ein Testereignis wird gesendet …",
  testDelivered: (code) => `Testereignis zugestellt, HTTP ${code}`,
  testFailed: "Das Testereignis wurde nicht zugestellt.",
  itAnswered: (code) => `Die Antwort war HTTP ${code}.`,
};
