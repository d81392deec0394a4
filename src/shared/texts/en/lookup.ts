/** The box at the top of the window. */
export const lookup = {
  label: "Look up a product",
  placeholder: "Paste a link, barcode or ASIN, or type a few words",
  suggestions: "Suggestions",
  /** Before the words that were typed. */
  lookUp: "Look up",
  pasted: (lines: string) => `You pasted ${lines} lines.`,
  lookAllUp: "Look them all up…",
};
