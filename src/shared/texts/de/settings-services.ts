import type { Texts } from "../texts.js";

export const services: Texts["services"] = {
  title: "Dienste",
  about:
    "Andere Server, die gefragt werden, was hier nicht bekannt ist. Ihre Antworten werden gespeichert und bleiben, auch wenn das Netz ausfällt.",
  connectOne: "Dienst verbinden",
  noneTitle: "Noch keine Dienste",
  noneAbout: "Ein anderes Tidemark verbinden oder irgendeinen Server mit derselben API.",
  connectAbout:
    "Was nachgeschlagen wird und hier nicht bekannt ist, geht dorthin und kostet Guthaben des Kontos dort; ebenso jede Prüfung eines beobachteten Produkts, das von dort kam. Der Schlüssel wird nur an diese Adresse gesendet.",
  connect: "Verbinden",
  connecting: "Wird verbunden …",
  edit: "Dienst bearbeiten",
  saving: "Wird gespeichert …",
  baseUrl: "Basis-URL",
  key: "API-Schlüssel",
  nameUnlessTold: "Ohne Angabe die Adresse des Servers",
  keyOfServer: "Der Schlüssel des Servers unter dieser Adresse",
  keepKey: "Leer lassen, um den jetzigen zu behalten",
  removeTitle: (name) => `${name} entfernen?`,
  removeAbout:
    "Der Dienst wird nichts mehr gefragt, und sein Schlüssel wird gelöscht. Produkte, Angebote und Preise, die von ihm kamen, bleiben hier, so alt wie sie dann sind.",
  remove: "Dienst entfernen",
  asking: "Wird gefragt …",
  answers: "Er antwortet.",
  states: {
    ready: "Verbunden",
    failing: "Gestört",
    paused: "Pausiert",
    disabled: "Deaktiviert",
    refused: "Schlüssel abgewiesen",
  },
  creditsLeft: (credits) => `Guthaben: ${credits}`,
  creditsLeftOf: (credits, limit) => `Guthaben: ${credits} von ${limit}`,
  until: (creditsLeft, day) => `${creditsLeft} bis ${day}`,
  requestsLeft: (requests, limit) => `${requests} von ${limit} Anfragen übrig in dieser Stunde`,
  noAnswerYet: "Bisher keine Antwort",
  lastAnswer: (age) => `Letzte Antwort ${age}`,
  nothingKept: "noch nichts davon ist gespeichert",
  kept: (products, offers) => `${products} und ${offers} davon sind hier gespeichert`,
};
