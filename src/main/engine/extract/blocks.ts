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
  /** The shop has decided against the visit, so a hidden browser must not try to get past it. */
  readonly isRefusal: boolean;
}

const openInBrowser = "Open the page in your browser to see its price, or try another shop.";
const tryLater = "Try again later.";

export const blocks: Readonly<Record<BlockKind, Block>> = {
  captcha: { reason: "The shop asks for a captcha.", action: openInBrowser, isRefusal: true },
  "bot-wall": {
    reason: "The shop's bot protection holds the page back.",
    action: openInBrowser,
    isRefusal: true,
  },
  "rate-limit": { reason: "The shop asks for fewer requests.", action: tryLater, isRefusal: true },
  refused: {
    reason: "The shop refuses to show the page to programs.",
    action: openInBrowser,
    isRefusal: true,
  },
  "log-in": { reason: "The shop requires a log-in.", action: "Try another shop.", isRefusal: true },
  missing: {
    reason: "The page no longer exists.",
    action: "Check that the link leads to the product's own page.",
    isRefusal: true,
  },
  error: { reason: "The shop shows an error page.", action: tryLater, isRefusal: true },
  age: { reason: "The shop asks for the visitor's age first.", action: openInBrowser, isRefusal: false },
  country: {
    reason: "The shop asks for the visitor's country first.",
    action: "Use the link that the shop shows after you select your country.",
    isRefusal: false,
  },
  consent: { reason: "The shop asks for consent to cookies first.", action: openInBrowser, isRefusal: false },
};
