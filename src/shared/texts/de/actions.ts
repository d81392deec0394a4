import type { Texts } from "../texts.js";

export const actions: Texts["actions"] = {
  test: { label: "Testen", of: (what) => `${what} testen` },
  edit: { label: "Bearbeiten", of: (what) => `${what} bearbeiten` },
  enable: { label: "Aktivieren", of: (what) => `${what} aktivieren` },
  disable: { label: "Deaktivieren", of: (what) => `${what} deaktivieren` },
  remove: { label: "Entfernen", of: (what) => `${what} entfernen` },
  delete: { label: "Löschen", of: (what) => `${what} löschen` },
  deliveries: { label: "Zustellungen", of: (what) => `Zustellungen an ${what}` },
  forbid: { label: "Verbieten", of: (what) => `${what} verbieten` },
  revoke: { label: "Widerrufen", of: (what) => `${what} widerrufen` },
};
