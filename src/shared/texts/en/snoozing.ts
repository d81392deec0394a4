/** Keeping quiet about a product for a while. */
export const snoozing = {
  title: "Snoozed",
  products: "Snoozed products",
  until: (time: string) => `until ${time}`,
  snoozedUntil: (time: string) => `Snoozed until ${time}`,
  end: "End snooze",
  /** After “End snooze”, for screen readers. */
  ofProduct: (product: string) => `of ${product}`,
  choices: { day: "For 1 day", week: "For 1 week", until: "Until…" },
  ofThis: "Snooze alerts of this product",
  snooze: "Snooze",
  note: "What still holds afterwards is told then.",
  untilWhen: "Until",
};
