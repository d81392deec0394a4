import type { Texts } from "../texts.js";

export const updates: Texts["updates"] = {
  title: "Aktualisierung",
  check: "Nach Updates suchen",
  checkAgain: "Erneut suchen",
  byItself: "Einmal am Tag nachfragen",
  byItselfNote:
    "Fragt den Server mit den Paketen von Tidemark nach der neuesten Version und sendet nichts über Personen oder Preise. Geladen wird erst auf Wunsch.",
  unavailable: "Diese Fassung aktualisiert sich nicht selbst.",
  unavailableAbout:
    "Sie wurde ohne Adresse zum Nachfragen gebaut. Wo sie herkommt, gibt es vielleicht eine neuere.",
  idle: "Seit dem Start von Tidemark nicht nachgefragt.",
  checking: "Neuere Version wird gesucht …",
  none: "Das ist die neueste Version.",
  checkedAt: (when) => `Nachgefragt am ${when}.`,
  available: (version) => `Version ${version} ist verfügbar.`,
  whatIsNew: (version) => `Was in ${version} neu ist`,
  noNotes: "Niemand hat aufgeschrieben, was daran neu ist.",
  download: "Herunterladen",
  byHand:
    "Dieses Paket kann sich nicht selbst ersetzen. Das neue gibt es dort, wo dieses her ist; es wird nach dem Beenden von Tidemark darüber entpackt. Die Daten bleiben.",
  byHandFrom: "Pakete liegen unter",
  address: "Adresse",
  downloading: (version) => `Version ${version} wird geladen`,
  starting: "Einen Moment …",
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
    "server-fault": "Der Update-Server meldet einen Fehler. In einer Stunde erneut versuchen.",
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
      "Etwas ging schief, woran niemand gedacht hat. Erneut versuchen; den Grund nennt main.log im Datenordner.",
  },
};
