import type { Texts } from "../texts.js";

export const account: Texts["account"] = {
  title: "Konto und Verbrauch",
  creditsTitle: "Guthaben in diesem Zeitraum",
  requestsTitle: "Anfragen in dieser Stunde",
  states: { active: "Aktiver Tarif", trialing: "Probezeit", past_due: "Zahlung überfällig" },
  noPlan: "Kein Tarif",
  ofCreditsUsed: (limit) => `von ${limit} Guthabenpunkten verbraucht`,
  creditsUsed: "Verbrauchte Guthabenpunkte",
  remaining: "Verbleibend",
  requestsMade: "Gestellte Anfragen",
  periodStarts: "Zeitraum beginnt",
  periodEnds: "Zeitraum endet",
  planNeeded: "Dem Konto ist kein aktiver Tarif zugeordnet; bis dahin lässt sich nichts nachschlagen.",
  ofRequests: (limit) => `von ${limit} Anfragen in der letzten Stunde`,
  requestsUsed: "Verbrauchte Anfragen",
  allCount: "Das Fenster, die API und die Kommandozeile zählen hier alle mit.",
  oldestStops: (wait) => `Die älteste zählt in ${wait} nicht mehr mit.`,
};
