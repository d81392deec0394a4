import type { Texts } from "../texts.js";

export const dataProblems: Texts["dataProblems"] = {
  "disk-full": {
    title: "Der Datenträger ist voll.",
    advice: (path) =>
      `Auf dem Datenträger von ${path} Platz schaffen oder einen anderen wählen und nochmal versuchen.`,
  },
  "not-writable": {
    title: "Tidemark darf dort nicht schreiben.",
    advice: (path) => `Einen anderen Ordner wählen oder das Schreiben in ${path} erlauben.`,
  },
  "no-folder": {
    title: "Diesen Ordner gibt es nicht.",
    advice: (path) => `${path} ist kein Ordner. Einen anderen Ort wählen.`,
  },
  "folder-in-place": {
    title: "An der Stelle der Datei liegt ein Ordner.",
    advice: (path) => `Einen anderen Namen wählen oder den Ordner in ${path} verschieben.`,
  },
  busy: {
    title: "Ein anderes Programm benutzt die Daten.",
    advice: () => "Warten, bis es fertig ist, oder es schließen und nochmal versuchen.",
  },
  "disk-errors": {
    title: "Der Datenträger meldet Fehler.",
    advice: (path) =>
      `Den Datenträger von ${path} prüfen und eine Sicherung auf einem anderen anlegen, solange es geht.`,
  },
  missing: {
    title: "Die Datei ist nicht mehr da.",
    advice: (path) =>
      `${path} wurde verschoben oder gelöscht, oder der Datenträger ist nicht angeschlossen. Eine andere Datei wählen.`,
  },
  unreadable: {
    title: "Die Datei lässt sich nicht lesen.",
    advice: (path) => `Prüfen, ob ${path} eine Datei ist und gelesen werden darf.`,
  },
  "own-file": {
    title: "Mit dieser Datei arbeitet Tidemark selbst.",
    advice: () => "Einen anderen Namen oder einen anderen Ordner wählen.",
  },
  "not-a-database": {
    title: "Die Datei ist keine Sicherung.",
    advice: () =>
      "Eine Datei wählen, die Tidemark als Sicherung angelegt hat. Eine Katalogdatei wird stattdessen importiert.",
  },
  foreign: {
    title: "Die Datei gehört zu einem anderen Programm.",
    advice: () => "Eine Datei wählen, die Tidemark als Sicherung angelegt hat.",
  },
  future: {
    title: "Die Datei stammt von einem neueren Tidemark.",
    advice: () => "Tidemark auf diesem Computer aktualisieren und dann nochmal versuchen.",
  },
  damaged: {
    title: "Die Datei ist beschädigt.",
    advice: () => "Eine andere Sicherung wählen. Eine ältere ist besser als keine.",
  },
  "in-use": {
    title: "Das ist die benutzte Datenbank, keine Sicherung.",
    advice: () => "Eine Datei wählen, die als Sicherung angelegt wurde.",
  },
  "not-a-catalogue": {
    title: "Die Datei ist keine Katalogdatei.",
    advice: () => "Eine Textdatei mit einer Zeile für jedes Produkt wählen, wie der Export sie schreibt.",
  },
  "is-a-backup": {
    title: "Die Datei ist eine Sicherung, keine Katalogdatei.",
    advice: () => "Sie unter „Sicherungen“ wiederherstellen oder eine exportierte Datei wählen.",
  },
  held: {
    title: "Ein anderes Tidemark benutzt diesen Ordner.",
    advice: () => "Das andere schließen und nochmal versuchen.",
  },
  "engine-away": {
    title: "Der Kern von Tidemark ist stehen geblieben, bevor die Arbeit fertig war.",
    advice: () => "Gleich nochmal versuchen. Nichts, was gespeichert war, ist verloren.",
  },
  unexpected: {
    title: "Etwas Unerwartetes ist schiefgegangen.",
    advice: () => "Nochmal versuchen. Bleibt es dabei, steht mehr in logs/engine.log im Datenordner.",
  },
};
