import type * as en from "./en/index.js";

/**
 * The catalogue of all texts. A language that lacks one does not compile. What varies is a parameter: figures, dates
 * and money arrive as text that is already formatted for the reader; a bare number is there for its plural.
 */
export type Texts = typeof en;

/** What a button says, and what it says to those who do not see what it stands beside. */
export type ActionText = Texts["actions"][keyof Texts["actions"]];
