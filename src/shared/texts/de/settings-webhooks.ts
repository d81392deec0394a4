import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const webhooks: Texts["webhooks"] = {
  title: "Webhooks",
  about:
    "Programme, die erfahren, wenn ein Preis sinkt, sich der Bestand ändert oder eine Prüfung beendet ist.",
  add: "Webhook hinzufügen",
  full: (most) => `Ein Konto hat höchstens ${most} Webhooks; erst einen löschen, dann einen hinzufügen.`,
  noneTitle: "Noch keine Webhooks",
  noneAbout: "Mit einem Webhook gehen Ereignisse an ein eigenes Programm.",
  secretTitle: "Das Geheimnis des Webhooks",
  secretAbout:
    "Jedes Ereignis ist damit signiert; so kann das Programm erkennen, dass es von Tidemark kommt.",
  secret: "Geheimnis des Webhooks",
  edit: "Webhook bearbeiten",
  address: "Adresse",
  addressTip: "Eine Adresse, die mit https:// beginnt",
  tellItOf: "Er erfährt von",
  chooseOne: "Mindestens eins wählen.",
  deleteTitle: "Diesen Webhook löschen?",
  deleteAbout: (url) =>
    `${url} erfährt nichts mehr, und Ereignisse auf dem Weg dorthin werden verworfen. Das lässt sich nicht rückgängig machen.`,
  delete: "Webhook löschen",
  thisApp: "Diese App",
  active: "Aktiv",
  disabled: "Deaktiviert",
  noEventYet: "noch kein Ereignis gesendet",
  lastEvent: (age) => `letztes Ereignis ${age}`,
  fillsInbox: "Er füllt den Eingang unter „Preisalarme“.",
  certificateUntil: (date) => `Sein Zertifikat gilt bis ${date}.`,
  switchedOff: (count, events) =>
    `Ausgeschaltet, weil ${events} hintereinander nicht zugestellt werden ${oneOrMore(count, "konnte", "konnten")}. Testen, dann wieder aktivieren.`,
  failedBefore: (count, events) =>
    `${events} ${oneOrMore(count, "konnte", "konnten")} in der Vergangenheit nicht zugestellt werden.`,
  failing: (count, events, all, most) =>
    `${events} hintereinander ${oneOrMore(count, "konnte", "konnten")} nicht zugestellt werden (${all} insgesamt); bei ${most} wird ausgeschaltet.`,
};
