/** How a sentence writes its figures: the window with the formats of the reader's language, the engine with its own. */
export interface SentenceFormats {
  readonly money: (amount: number, currency: string) => string;
  /** Of a whole number that is not negative. */
  readonly percent: (value: number) => string;
  /** The day of an instant, `2026-03-03T09:00:00.000Z`; the year may be left out where it is this one. */
  readonly date: (iso: string) => string;
}
