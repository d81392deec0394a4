import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const keys: Texts["keys"] = {
  title: "API-Schlüssel",
  newKey: "Neuer Schlüssel",
  newTitle: "Neuer API-Schlüssel",
  madeTitle: "Der neue API-Schlüssel",
  namePlaceholder: "Zum Beispiel: Preisskript",
  readOnly: "Nur lesen",
  accessNotes: {
    full: "Er kann die ganze API nutzen.",
    readOnly: "Er kann nachschlagen und nichts ändern.",
    owner: "Er kann alles, was in diesem Fenster geht.",
  },
  create: "Schlüssel erstellen",
  noneTitle: "Noch keine Schlüssel",
  noneAbout: "Mit einem Schlüssel lässt sich die API aus einem Skript oder einem anderen Programm nutzen.",
  access: "Zugriff",
  owner: "Alles, wie im Fenster",
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

export const webhooks: Texts["webhooks"] = {
  title: "Webhooks",
  about:
    "Programme, die benachrichtigt werden, wenn ein Preis sinkt, sich der Bestand ändert oder eine Prüfung endet.",
  add: "Webhook hinzufügen",
  full: (most) => `Ein Konto hat höchstens ${most} Webhooks; erst einen löschen, dann einen hinzufügen.`,
  noneTitle: "Noch keine Webhooks",
  noneAbout: "Mit einem Webhook gehen Ereignisse an ein eigenes Programm.",
  secretTitle: "Das Geheimnis des Webhooks",
  secretAbout:
    "Jedes Ereignis ist damit signiert; so kann das Programm erkennen, dass es von Tidemark kommt.",
  secret: "Geheimnis des Webhooks",
  rotateTitle: "Neues Geheimnis erstellen?",
  rotateAbout: (url) =>
    `Ereignisse an ${url} werden mit einem neuen Geheimnis signiert. Das alte gilt noch 24 Stunden, damit genug Zeit bleibt, das Programm umzustellen.`,
  rotate: "Neues Geheimnis erstellen",
  rotatedAbout: (time) => `Bis ${time} gilt auch noch das alte. Bis dahin muss das Programm umgestellt sein.`,
  edit: "Webhook bearbeiten",
  address: "Adresse",
  addressTip: "Eine Adresse, die mit https:// beginnt",
  tellItOf: "Ereignisse",
  selectOne: "Mindestens eins wählen.",
  deleteTitle: "Diesen Webhook löschen?",
  deleteAbout: (url) =>
    `${url} erfährt nichts mehr, und Ereignisse auf dem Weg dorthin werden verworfen. Das lässt sich nicht rückgängig machen.`,
  delete: "Webhook löschen",
  noEventYet: "noch kein Ereignis gesendet",
  lastEvent: (age) => `letztes Ereignis ${age}`,
  switchedOff: (count, events) =>
    `Ausgeschaltet, weil ${events} hintereinander nicht zugestellt werden ${oneOrMore(count, "konnte", "konnten")}. Testen, dann wieder aktivieren.`,
  failedBefore: (count, events) =>
    `${events} ${oneOrMore(count, "konnte", "konnten")} in der Vergangenheit nicht zugestellt werden.`,
  failing: (count, events, all, most) =>
    `${events} hintereinander ${oneOrMore(count, "konnte", "konnten")} nicht zugestellt werden (${all} insgesamt); bei ${most} wird ausgeschaltet.`,
};

export const deliveries: Texts["deliveries"] = {
  onTheWay: (events) => `${events} unterwegs`,
  noneTitle: "Noch nichts gesendet",
  noneAbout: "Gesendete Ereignisse bleiben hier 30 Tage lang stehen. Tests sind nicht aufgeführt.",
  states: { due: "Unterwegs", delivered: "Zugestellt", failed: "Fehlgeschlagen", cancelled: "Abgebrochen" },
  sendAgain: "Erneut senden",
  sendAgainOf: (product) => `Ereignis zu ${product} erneut senden`,
  nextAttempt: (time) => `nächster Versuch ${time}`,
  noAnswer: "keine Antwort",
  attempt: (number, time, answer, duration) => `Versuch ${number}, ${time}: ${answer} nach ${duration}`,
  sendingTest: "Ein Testereignis wird gesendet …",
  testDelivered: (code) => `Testereignis zugestellt, HTTP ${code}`,
  testFailed: "Das Testereignis wurde nicht zugestellt.",
  itAnswered: (code) => `Die Antwort war HTTP ${code}.`,
};
