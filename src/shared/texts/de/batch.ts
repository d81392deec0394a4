import type { Texts } from "../texts.js";

export const batch: Texts["batch"] = {
  whatToLookUp: "Was nachzuschlagen ist",
  label: "Je Zeile eins: Links, Barcodes, ASINs, Modellnummern, Namen",
  openFile: "Datei öffnen …",
  howTo:
    "Eine Liste einfügen, eine Datei hierher ziehen oder öffnen. Es geht reiner Text oder eine Tabelle (CSV), deren erste Spalte gelesen wird.",
  tooMany: (lines, most) => `${lines}; auf einmal gehen höchstens ${most}. Die Liste teilen.`,
  withoutDoubles: (lines, duplicates) => `${lines}, ${duplicates} ausgelassen`,
  waits: ". Es kann beginnen, wenn die Liste unten fertig ist.",
  lookUp: "Nachschlagen",
  lookUpCount: (count) => `${count} nachschlagen`,
  fileTooLarge: (file) => `${file} ist größer als 1 MB. Die Datei teilen oder nur den nötigen Teil einfügen.`,
  fileUnreadable: (file) =>
    `${file} konnte nicht gelesen werden. Prüfen, ob die Datei noch da ist, dann nochmal öffnen.`,
  withEach: "Zu jedem Produkt",
  extras: {
    offers: { label: "Angebote", note: "wer es für wie viel verkauft; je 3 Guthabenpunkte" },
    reviews: { label: "Testberichte", note: "der kurze Testbericht; je 1 Guthabenpunkt" },
  },
  counting: "Die Kosten werden berechnet …",
  findsNone: (total) => `Findet keins von ${total}; das kostet nichts.`,
  findsAll: (total, cost, credits) => `Findet alle ${total}; kostet ${cost}, vorhanden: ${credits}.`,
  findsSome: (found, total, cost, credits) =>
    `Findet ${found} von ${total}; kostet ${cost}, vorhanden: ${credits}.`,
  tooDear: (missing) =>
    `Es fehlt Guthaben: ${missing}. Weniger nachschlagen; in den Einstellungen steht unter „Konto“, wann der nächste Zeitraum beginnt.`,
  tooDearWithExtras: (missing) =>
    `Es fehlt Guthaben: ${missing}. Angebote oder Testberichte weglassen oder weniger nachschlagen; in den Einstellungen steht unter „Konto“, wann der nächste Zeitraum beginnt.`,
  runs: {
    running: "Wird nachgeschlagen …",
    stopping: "Was gesendet ist, wird noch fertig …",
    stopped: "Angehalten",
    failed: "Nicht alle konnten nachgeschlagen werden",
    done: "Fertig",
  },
  goesOn:
    "Es geht weiter, auch wenn andere Seiten offen sind. Teile von bis zu 100 werden nacheinander gesendet, solange Tidemark offen ist.",
  stop: "Anhalten",
  goOn: "Fortsetzen",
  changeList: "Liste ändern",
  lookUpOthers: "Andere nachschlagen",
  lookedUp: "Nachgeschlagen",
};
