/** Small things that many views show: ratings, grades, votes. */
export const shown = {
  rated: "Rated",
  outOfFiveBy: "out of 5 by",
  reviewers: "reviewers",
  grade: (letter: string) => `Grade ${letter}`,
  plus: "plus",
  minus: "minus",
  noGrade: "No grade yet",
  votes: "Votes:",
  insteadOf: "instead of",
  identifiers: { barcode: "Barcode", asin: "ASIN", model: "Model", mpn: "MPN" },
  /** The same, as what a button copies. */
  identifiersToCopy: { barcode: "barcode", asin: "ASIN", model: "model", mpn: "MPN" },
};
