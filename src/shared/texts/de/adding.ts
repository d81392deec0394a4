import type { Texts } from "../texts.js";

export const adding: Texts["adding"] = {
  add: "Diese Seite hinzufügen",
  readingPage: "Die Seite wird gelesen …",
  about: "Tidemark liest den Preis von der Seite des Shops.",
  progress: {
    reading: (host) => `${host} wird nach der Seite gefragt.`,
    rendering: (host) => `${host} wird unsichtbar geöffnet; das dauert bis zu einer halben Minute.`,
    picking: (host) => `Im Fenster, das ${host} zeigt, auf den Preis klicken.`,
  },
  added: (host) => `Die Seite von ${host} ist hinzugefügt.`,
  allowTitle: "Diese Adresse erlauben?",
  isPrivate:
    "liegt in einem privaten Netz oder auf diesem Computer, wo nie Seiten von Shops sind. Ist die Seite bekannt und soll geprüft werden, die Adresse erlauben; in den Einstellungen lässt sich das zurücknehmen.",
  allow: (host) => `${host} erlauben und Seite hinzufügen`,
  whichPrice: "Welcher Preis ist gemeint?",
  severalPrices: "Die Seite hat mehrere Preise. Welcher ist gemeint? Tidemark folgt von nun an diesem.",
  withoutName: "Ohne Namen",
  noneOfThese: "Keiner davon: Seite öffnen und auf den Preis klicken",
  noPrice: "Kein Preis auf der Seite",
  noPriceOn: (host) => `Kein Preis gefunden auf ${host}`,
  wasRendered:
    "Auch in einem unsichtbaren Browser war keiner zu finden. Tidemark lässt sich zeigen, wo der Preis steht.",
  needsBrowser: "Manche Shops zeigen den Preis erst, wenn die Seite in einem Browser läuft.",
  tryHidden: "Mit unsichtbarem Browser versuchen",
  clickPrice: "Seite öffnen und auf den Preis klicken",
  whichCurrency: "Welche Währung ist es?",
  noCurrency: (price) => `Die Seite verlangt ${price} und sagt nicht, in welcher Währung.`,
  currency: "Währung",
  addAt: (price) => `Für ${price} hinzufügen`,
  clickAgain: "Nochmal versuchen oder auf einen anderen Teil des Preises klicken.",
  noWindow: "Die Seite konnte nicht in einem Fenster geöffnet werden.",
  tryAgain: "Nochmal versuchen.",
};
