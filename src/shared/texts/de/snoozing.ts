import type { Texts } from "../texts.js";

export const snoozing: Texts["snoozing"] = {
  title: "Stumm geschaltet",
  products: "Stumm geschaltete Produkte",
  until: (time) => `bis ${time}`,
  snoozedUntil: (time) => `Stumm bis ${time}`,
  end: "Wieder melden",
  ofProduct: (product) => `bei ${product}`,
  choices: { day: "Für 1 Tag", week: "Für 1 Woche", until: "Bis …" },
  ofThis: "Preisalarme dieses Produkts stumm schalten",
  snooze: "Stumm schalten",
  note: "Was danach noch gilt, wird dann gemeldet.",
  untilWhen: "Bis",
};
