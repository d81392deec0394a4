import type { Texts } from "../texts.js";

export const common: Texts["common"] = {
  cancel: "Abbrechen",
  close: "Schließen",
  dismiss: "Ausblenden",
  save: "Speichern",
  remove: "Entfernen",
  undo: "Rückgängig",
  tryAgain: "Nochmal versuchen",
  copy: "Kopieren",
  copied: "Kopiert",
  copyWhat: (what) => `${what} kopieren`,
  copiedWhat: (what) => `${what} kopiert`,
  clear: "Leeren",
};
