import type { AddLinkResult } from "../../../shared/app/pages.js";
import type { UnreadCause } from "../../../shared/app/unreached.js";
import { type Entry, unreadOf } from "../../stores/adding/entries.js";

/** What the shopper can do about a page whose price could not be read. */
export type Step = "back" | "open" | "copy" | "hidden" | "click" | "by-hand" | "again";

const refused: readonly Step[] = ["open", "by-hand", "hidden", "click", "again"];
const unclear: readonly Step[] = ["click", "by-hand", "hidden", "open", "again"];
const unreached: readonly Step[] = ["again", "open", "by-hand"];
const elsewhere: readonly Step[] = ["open", "by-hand", "again"];

/** The steps for each cause, the most promising first. */
const stepsByCause: Readonly<Record<UnreadCause, readonly Step[]>> = {
  captcha: refused,
  "bot-wall": refused,
  refused,
  "log-in": refused,
  age: refused,
  country: refused,
  consent: refused,
  "no-product": ["click", "by-hand", "hidden", "open", "back", "again"],
  "old-recipe": unclear,
  "lost-click": unclear,
  "out-of-stock": ["back", "open", "hidden", "click", "by-hand", "again"],
  "rate-limit": ["by-hand", "open", "again"],
  "too large": ["hidden", "by-hand", "open"],
  missing: elsewhere,
  "not a web page": elsewhere,
  "refused redirect": elsewhere,
  error: unreached,
  timeout: unreached,
  network: unreached,
  tls: unreached,
  crashed: unreached,
};

/**
 * Why a link's page has no price, if its shop cannot be reached or it is sold out: all links with this reason share a card.
 * Null for any other link.
 */
export function sharedCause({ state, draft }: Pick<Entry, "state" | "draft">): UnreadCause | null {
  const unread = unreadOf(state);
  const isByHand = draft !== undefined || (state.kind === "question" && state.figure !== undefined);
  if (!unread?.cause || isByHand) return null;
  const isSoldOut = unread.cause === "out-of-stock" && nextSteps(unread, null, false).includes("back");
  return isSoldOut || stepsByCause[unread.cause] === unreached ? unread.cause : null;
}

/**
 * The next steps, the most promising first. Links to shops open in the browser only by `https:`. A price can be clicked
 * only where the app opens windows.
 */
export function nextSteps(
  { cause, is_rendered: isRendered, title, list }: Extract<AddLinkResult, { outcome: "unread" }>,
  url: string | null,
  canClick: boolean,
): Step[] {
  const steps = cause === null ? unreached : stepsByCause[cause];
  const isOpenable = url?.startsWith("https:") === true;
  return steps
    .filter((step) => step !== "click" || canClick)
    .filter((step) => step !== "hidden" || !isRendered)
    .filter((step) => step !== "back" || (title !== null && list === undefined))
    .map((step) => (step === "open" && !isOpenable ? "copy" : step))
    .filter((step) => step !== "copy" || url !== null);
}
