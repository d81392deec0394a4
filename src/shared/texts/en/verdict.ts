/** Whether a price is a good one, and the figures behind that. */
export const verdict = {
  question: "Is it a good price?",
  kinds: {
    good: "A good price",
    fair: "A fair price",
    wait: "Better to wait",
    thin: "Too early to say",
    none: "No price history yet",
  },
  weighing: "Weighing the price",
  notEnough: "Not enough data",
  lowest: "Lowest ever",
  highest: "Highest ever",
  median30: "30-day median",
  median90: "90-day median",
  median365: "365-day median",
  dearerDays: "Dearer days",
  dearerNote: "of the last year cost more than now",
  cheapestMonth: "Cheapest month",
  needsYear: "needs a year of history",
  history: "History",
};
