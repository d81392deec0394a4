import type { Texts } from "../texts.js";

export const outcomes: Texts["outcomes"] = {
  ok: "ok",
  blocked: "blockiert",
  "no price": "kein Preis",
  ambiguous: "mehrdeutig",
  currency: "andere Währung",
  paused: "pausiert",
  network: "Netzwerkfehler",
  tls: "keine sichere Verbindung",
  timeout: "Zeitüberschreitung",
  "too large": "zu groß",
  "not a web page": "keine Webseite",
  "refused address": "Adresse abgelehnt",
  "refused redirect": "Weiterleitung abgelehnt",
  "needs a window": "braucht ein Fenster",
  gone: "nicht mehr da",
  error: "Fehler",
};
