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
  powersOf: "Was sie einschalten würde",
  powers: {
    "owner-key": "Schlüssel, der alles darf",
    extension: "Verbundene Browser-Erweiterung",
    device: "Verbundenes Handy oder verbundener Computer",
    page: "Seite für Handys und andere Computer",
    host: "Erlaubte Adresse im eigenen Netz",
    webhook: "Webhook, der Meldungen empfängt",
    channel: "Kanal, der Meldungen empfängt",
    service: "Verbundener Dienst",
    "search-engine": "Suchmaschine für andere Shops",
  },
  turnOn: "Diese einschalten",
  turnOnAbout:
    "Sie wirken nach außen, und in den jetzigen Daten fehlen sie. Nur bei einer eigenen Sicherung einschalten.",
  leftOff: (names) => `Ausgeschaltet gelassen, weil es in den bisherigen Daten fehlte: ${names}.`,
  dropped: (names) => `Weggelassen, weil die Werte ungültig waren: ${names}.`,
  cannotRestore: "Diese Datei lässt sich nicht wiederherstellen",
  tableAbout: "Die Produkte mit Preisen, Shops und Zielen, für eine Tabellenkalkulation.",
  listAbout:
    "Oder mit ihren Links, Zielen, Regeln und Schlagwörtern, zum Importieren auf einem anderen Computer. Auch Links aus anderen Programmen lassen sich importieren.",
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
  nothingChanged: "Die Daten sind unverändert.",
  showFile: "Datei zeigen",
  showBefore: "Beiseitegelegtes zeigen",
  recoverNewest: "Neueste Sicherung wiederherstellen",
  recoverAbout: (age, size) =>
    `Angelegt ${age}, Größe ${size}. Die Datei, die sich nicht öffnen lässt, wird nicht gelöscht, sondern beiseitegelegt.`,
  recoverNone:
    "Hier ist keine Sicherung bekannt. Liegt anderswo eine, ihre Datei auswählen. Für einen Neuanfang die oben genannte Datei aus dem Datenordner verschieben und noch einmal versuchen.",
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

export const dataProblems: Texts["dataProblems"] = {
  "disk-full": {
    title: "Der Datenträger ist voll.",
    advice: (path) =>
      `Auf dem Datenträger von ${path} Platz schaffen oder einen anderen wählen und noch einmal versuchen.`,
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
    advice: () => "Warten, bis es fertig ist, oder es schließen und noch einmal versuchen.",
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
    advice: () => "Tidemark auf diesem Computer aktualisieren und dann noch einmal versuchen.",
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
    advice: () => "Das andere schließen und noch einmal versuchen.",
  },
  "engine-away": {
    title: "Der Kern von Tidemark ist stehen geblieben, bevor die Arbeit fertig war.",
    advice: () => "Gleich noch einmal versuchen. Nichts, was gespeichert war, ist verloren.",
  },
  unexpected: {
    title: "Etwas Unerwartetes ist schiefgegangen.",
    advice: () => "Noch einmal versuchen. Bleibt es dabei, steht mehr in logs/engine.log im Datenordner.",
  },
};

export const updates: Texts["updates"] = {
  title: "Aktualisierung",
  check: "Nach Updates suchen",
  checkAgain: "Erneut suchen",
  byItself: "Einmal am Tag nachfragen",
  byItselfNote:
    "Fragt den Server mit den Paketen von Tidemark nach der neuesten Version und sendet nichts über Personen oder Preise. Geladen wird erst auf Wunsch.",
  unavailable: "Diese Version aktualisiert sich nicht automatisch.",
  unavailableAbout: "Eine neuere Version gibt es dort, woher diese stammt.",
  idle: "Seit dem Start von Tidemark nicht nachgefragt.",
  checking: "Neuere Version wird gesucht …",
  none: "Das ist die neueste Version.",
  checkedAt: (when) => `Nachgefragt am ${when}.`,
  available: (version) => `Version ${version} ist verfügbar.`,
  whatIsNew: (version) => `Was in ${version} neu ist`,
  noNotes: "Zu dieser Fassung gibt es keine Notizen.",
  download: "Herunterladen",
  byHand:
    "Dieses Paket kann sich nicht selbst ersetzen. Das neue gibt es dort, wo dieses her ist; es wird nach dem Beenden von Tidemark darüber entpackt. Die Daten bleiben.",
  byHandFrom: "Pakete liegen unter",
  address: "Adresse",
  downloading: (version) => `Version ${version} wird geladen`,
  progress: (done, total) => `${done} von ${total}`,
  ready: (version) => `Version ${version} ist bereit.`,
  readyAbout: "Sie ersetzt diese beim Beenden von Tidemark, oder jetzt gleich.",
  restart: "Neu starten und aktualisieren",
  failed: {
    check: "Tidemark konnte nicht herausfinden, ob es eine neuere Version gibt.",
    download: "Das Update wurde nicht geladen. Nichts davon wurde behalten.",
    install: "Das Update ließ sich nicht einsetzen. Diese Version läuft weiter.",
  },
  problems: {
    unreachable: "Der Update-Server ist nicht erreichbar. Internetverbindung prüfen und erneut versuchen.",
    "server-error": "Der Update-Server meldet einen Fehler. In einer Stunde erneut versuchen.",
    "not-found": "Der Update-Server hat nichts für dieses System. In einer Stunde erneut versuchen.",
    unsigned:
      "Die Auskunft des Update-Servers ist nicht signiert; niemand weiß, von wem sie stammt. Sie wurde abgelehnt. Morgen erneut versuchen; bleibt es dabei, keine Updates von anderswo einspielen.",
    "bad-signature":
      "Die Auskunft des Update-Servers ist nicht von den Machern von Tidemark signiert. Sie wurde abgelehnt. Morgen erneut versuchen; bleibt es dabei, keine Updates von anderswo einspielen.",
    "wrong-file":
      "Der Update-Server hat mit dem geantwortet, was für ein anderes System gedacht ist. Das wurde abgelehnt. Morgen erneut versuchen.",
    unreadable: "Die Auskunft des Update-Servers ist nicht lesbar. Morgen erneut versuchen.",
    "insecure-address":
      "Das Update liegt unter einer Adresse, die nicht sicher ist. Es wurde abgelehnt. Morgen erneut versuchen.",
    "damaged-download":
      "Angekommen ist etwas anderes, als signiert wurde. Es wurde gelöscht. Erneut versuchen.",
    "disk-full": "Der Datenträger ist voll. Platz schaffen und erneut versuchen.",
    "not-writable":
      "Tidemark darf nicht schreiben, wo es liegt. Wer diesen Computer betreut, kann helfen; oder es in einen eigenen Ordner legen.",
    unexpected:
      "Etwas Unerwartetes ist schiefgegangen. Erneut versuchen; den Grund nennt main.log im Datenordner.",
  },
};
