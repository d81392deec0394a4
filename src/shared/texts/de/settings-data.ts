import { oneOrMore } from "../plural.js";
import type { Texts } from "../texts.js";

export const dataPart: Texts["dataPart"] = {
  where: "Speicherort",
  whereAbout: "Alles, was Tidemark weiß, liegt in diesem Ordner auf diesem Computer.",
  backups: "Sicherungen",
  lastBackup: (age) => `Letzte Sicherung ${age}.`,
  oldBackup: (age) => `Letzte Sicherung ${age}. Am besten eine neue anlegen, auf einem anderen Datenträger.`,
  noBackup: "Noch keine Sicherung. Am besten jetzt eine anlegen, auf einem anderen Datenträger.",
  backupsAbout:
    "Eine Sicherung ist eine einzige Datei mit allen Daten. Tidemark legt auch selbst jede Woche eine an und behält drei.",
  backUp: "Sichern …",
  restoreFile: "Aus Datei wiederherstellen …",
  copies: "Vorhandene Sicherungen",
  origins: {
    automatic: "Automatisch angelegt",
    "by-hand": "Von Hand angelegt",
    "before-restore": "Bei einer Wiederherstellung beiseitegelegt",
  },
  restoreThis: "Diese wiederherstellen",
  restoreOf: (when) => `Diese wiederherstellen, vom ${when}`,
  restoreTitle: "Diese Sicherung wiederherstellen?",
  restoreFacts: (when, size) => `Angelegt am ${when}, Größe ${size}.`,
  restoreCount: (products) => `Sie enthält ${products}.`,
  restoreAbout:
    "Sie ersetzt alles, was jetzt in Tidemark ist, außer den Einstellungen dieses Fensters. Die jetzigen Daten werden nicht gelöscht, sondern im Datenordner beiseitegelegt.",
  restore: "Wiederherstellen",
  cannotRestore: "Diese Datei lässt sich nicht wiederherstellen",
  catalogue: "Katalogdateien",
  catalogueAbout:
    "Produkte mit ihren Angeboten, Preisen, Testberichten und Schnäppchen als Textdatei, eine Zeile für jedes. Zum Austausch mit anderen Programmen.",
  importFile: "Importieren …",
  exportFile: "Exportieren …",
  running: {
    "back-up": "Sicherung läuft",
    restore: "Sicherung wird wiederhergestellt",
    import: "Import läuft",
    export: "Export läuft",
  },
  cancelling: "Wird beendet …",
  cancelWhat: {
    "back-up": "Sicherung abbrechen",
    restore: "Wiederherstellung abbrechen",
    import: "Import abbrechen",
    export: "Export abbrechen",
  },
  starting: "Einen Moment …",
  keptOnCancel: "Beim Abbrechen bleibt, was bis dahin importiert ist.",
  restartsEngine: "Tidemark startet gleich damit neu.",
  backedUp: "Die Sicherung ist angelegt",
  backedUpAbout: (size) => `Größe: ${size}.`,
  exported: "Der Katalog ist exportiert",
  exportedAbout: (products, deals, size) => `In der Datei: ${products} und ${deals}. Größe: ${size}.`,
  restored: "Die Sicherung ist wiederhergestellt",
  restoredAbout: (previous) => `Die Daten von vorher sind noch da: ${previous}`,
  restoredFirst: "Vorher gab es keine Daten.",
  imported: "Die Datei ist importiert",
  importedPartly: "Die Datei ist importiert, aber nicht ganz",
  importedNothing: "Aus dieser Datei ließ sich nichts importieren",
  importCancelled: "Der Import wurde abgebrochen",
  importFailed: "Der Import ist mittendrin stehen geblieben",
  importedSoFar: (done, total) =>
    `${done} von ${total} wurden gelesen. Was bis dahin importiert ist, bleibt und ist vollständig; ein erneuter Import der Datei ergänzt den Rest.`,
  wentIn: (list) => `Neu oder aktualisiert: ${list}.`,
  leftOut: (count, shown) =>
    oneOrMore(
      count,
      "Aus 1 Zeile ließ sich etwas nicht importieren:",
      `Aus ${shown} Zeilen ließ sich etwas nicht importieren:`,
    ),
  lineProblem: (line, reason) => `Zeile ${line}: ${reason}`,
  andMore: (count) => `und ${count} weitere`,
  saveSkipped: "Ganze Liste speichern …",
  cancelled: {
    "back-up": "Die Sicherung wurde abgebrochen",
    restore: "Die Wiederherstellung wurde abgebrochen",
    import: "Der Import wurde abgebrochen",
    export: "Der Export wurde abgebrochen",
  },
  nothingWritten: "Keine Datei wurde geschrieben und nichts geändert.",
  nothingRead: "Nichts wurde geändert.",
  failed: {
    "back-up": "Es wurde keine Sicherung angelegt",
    restore: "Die Sicherung wurde nicht wiederhergestellt",
    import: "Die Datei wurde nicht importiert",
    export: "Der Katalog wurde nicht exportiert",
  },
  nothingChanged: "Die Daten sind, wie sie waren.",
  showFile: "Datei zeigen",
  showBefore: "Beiseitegelegtes zeigen",
  recoverNewest: "Neueste Sicherung wiederherstellen",
  recoverAbout: (age, size) =>
    `Angelegt ${age}, Größe ${size}. Die Datei, die sich nicht öffnen lässt, wird nicht gelöscht, sondern beiseitegelegt.`,
  recoverNone:
    "Hier ist keine Sicherung bekannt. Liegt anderswo eine, ihre Datei auswählen. Für einen Neuanfang die oben genannte Datei aus dem Datenordner verschieben und nochmal versuchen.",
  recoverOther: "Andere Sicherungen",
  theDataFolder: "Datenordner",
  stopped: {
    damaged: {
      title: "Die Daten von Tidemark sind beschädigt",
      advice: "Eine Sicherung wiederherstellen und von dort weitermachen.",
    },
    foreign: {
      title: "Die Daten gehören zu einem anderen Programm",
      advice:
        "An der Stelle von Tidemarks Datei liegt die eines anderen Programms. Eine Sicherung wiederherstellen oder die Datei verschieben.",
    },
    future: {
      title: "Die Daten stammen von einem neueren Tidemark",
      advice:
        "Tidemark aktualisieren, um damit weiterzumachen. Oder eine Sicherung von vor der Aktualisierung wiederherstellen.",
    },
  },
};
