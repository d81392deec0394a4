/** Why a shop's answer is not a product page. */
export type BlockKind =
  | "captcha"
  | "bot-wall"
  | "rate-limit"
  | "refused"
  | "log-in"
  | "missing"
  | "error"
  | "age"
  | "country"
  | "consent";

interface Block {
  readonly reason: string;
  /** The user's next step. */
  readonly action: string;
  /**
   * Whether a hidden browser may see more. `urgent`: the shop turns programs away, so a browser
   * asks once for a user who waits, and again only if that has worked.
   */
  readonly rendering: "useful" | "urgent" | "useless";
}

const openInBrowser = "Open the page in your browser to see its price, or try another shop.";
const tryLater = "Try again later.";

export const blocks: Readonly<Record<BlockKind, Block>> = {
  captcha: { reason: "The shop asks for a captcha.", action: openInBrowser, rendering: "urgent" },
  "bot-wall": {
    reason: "The shop's bot protection holds the page back.",
    action: openInBrowser,
    rendering: "urgent",
  },
  "rate-limit": { reason: "The shop asks for fewer requests.", action: tryLater, rendering: "useless" },
  refused: {
    reason: "The shop refuses to show the page to programs.",
    action: openInBrowser,
    rendering: "urgent",
  },
  "log-in": { reason: "The shop requires a log-in.", action: "Try another shop.", rendering: "useless" },
  missing: {
    reason: "The page no longer exists.",
    action: "Check that the link leads to the product's own page.",
    rendering: "useless",
  },
  error: { reason: "The shop shows an error page.", action: tryLater, rendering: "useless" },
  age: { reason: "The shop asks for the visitor's age first.", action: openInBrowser, rendering: "useful" },
  country: {
    reason: "The shop asks for the visitor's country first.",
    action: "Use the link that the shop shows after you select your country.",
    rendering: "useful",
  },
  consent: {
    reason: "The shop asks for consent to cookies first.",
    action: openInBrowser,
    rendering: "useful",
  },
};
