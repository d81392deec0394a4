import type { Texts } from "../texts.js";

export const recipes: Texts["recipes"] = {
  title: "Rezepte",
  about:
    "Ein Rezept sagt, wo die Seiten eines Shops den Preis zeigen. Tidemark legt eins an, wenn auf einer geöffneten Seite der Preis angeklickt wird, und nutzt es für alle Seiten dieses Shops.",
  exportAll: "Alle exportieren",
  export: "Exportieren",
  exportOf: (host) => `Rezept von ${host} exportieren`,
  removeOf: (host) => `Rezept von ${host} entfernen`,
  import: "Importieren …",
  toImport: "Rezepte zum Importieren",
  imported: (recipes) => `${recipes} importiert.`,
  importedSome: (recipes, lines) => `${recipes} importiert, ${lines} ausgelassen.`,
  lineProblem: (line, reason) => `Zeile ${line}: ${reason}`,
  andMore: (count) => `Und ${count} weitere.`,
  tooLarge: (file) => `${file} ist größer als 900 kB.`,
  splitIt: "Die Datei teilen.",
  unreadable: "Die Datei konnte nicht gelesen werden.",
  openAgain: "Prüfen, ob sie noch da ist, dann nochmal öffnen.",
};
