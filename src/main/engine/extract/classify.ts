import { findMarked } from "./amounts/money.js";
import type { BlockKind } from "./blocks.js";
import type { PageFacts } from "./html/page-facts.js";
import table from "./words/walls.json" with { type: "json" };

interface Sign {
  readonly kind: BlockKind;
  readonly pattern: RegExp;
}

function signsIn(table: Partial<Record<BlockKind, string | Readonly<Record<string, string>>>>): Sign[] {
  return Object.entries(table).map(([kind, patterns]) => ({
    kind: kind as BlockKind,
    pattern: new RegExp(typeof patterns === "string" ? patterns : Object.values(patterns).join("|"), "iu"),
  }));
}

/**
 * Addresses of scripts and frames that only a wall loads, by service. Ordinary pages load other scripts of the same services:
 * from datadome.co and client.px-cloud.net, Cloudflare's `scripts/jsd`, Imperva's SWJIYLWA, Kasada's p.js.
 */
const wallAddresses = signsIn(table.addresses);
/** Services that ask whether the visitor is human, on ordinary pages beside a form. */
const captchaAddress = new RegExp(table.captchaServices, "iu");
const consentAddress = new RegExp(table.consentServices, "iu");
/** Where redirects lead instead of to the product. */
const finalAddresses = signsIn(table.finals);
/** Words of walls, on a page that is nothing else; not reCAPTCHA, which the small print of ordinary pages names. */
const wallWords = signsIn(table.words);
/** Questions to answer before the shop shows the product; only in the heading, where gates put them. */
const gateWords = signsIn(table.gates);
const consentWords = new RegExp(table.consent, "iu");
/** A status code, or the words beside it. */
const errorWords = new RegExp(table.error, "iu");
const logInWords = new RegExp(table.logIn, "iu");

/** Whether a page's name is that of what stands before the shop's own page. */
export function namesWall(name: string): boolean {
  const isSign = [...wallWords, ...gateWords].some(({ pattern }) => pattern.test(name));
  return isSign || consentWords.test(name) || logInWords.test(name) || speaksOfError(name);
}

/** A longer page has content of its own, whatever words it uses. */
const maxWallText = 1_500;
/** A page with less text has room for a notice only. */
const maxNoticeText = 500;
const maxReloadScript = 5_000;

/** Whether a text speaks of an error; an amount such as `4 500 kr` is no status code. */
function speaksOfError(text: string): boolean {
  if (!errorWords.test(text)) return false;
  const amounts = findMarked(text);
  return errorWords.test(
    amounts.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text),
  );
}

function findSign(signs: readonly Sign[], text: string): BlockKind | null {
  return signs.find(({ pattern }) => pattern.test(text))?.kind ?? null;
}

/** Whether a script of the page sets or reads a cookie and then loads the page again, as device checks do. */
function reloadsWithCookie({ scripts }: PageFacts): boolean {
  return scripts.some(
    ({ text }) =>
      text.length <= maxReloadScript &&
      text.includes("document.cookie") &&
      /\blocation\s*\.\s*reload\s*\(/.test(text),
  );
}

/** Recognizes a wall by what it loads, in any language. */
function classifyByAddresses(facts: PageFacts, finalUrl: string): BlockKind | null {
  const { embeds, textLength } = facts;
  const final = findSign(finalAddresses, finalUrl);
  if (final !== null) return final;
  if (textLength >= maxWallText) return null;
  const wall = findSign(wallAddresses, embeds.join("\n"));
  if (wall !== null) return wall;
  if (textLength >= maxNoticeText) return null;
  const hasOnly = (pattern: RegExp) => embeds.length > 0 && embeds.every((address) => pattern.test(address));
  if (hasOnly(captchaAddress)) return "captcha";
  if (hasOnly(consentAddress) || facts.formActions.some((action) => /\/consent\b/i.test(action)))
    return "consent";
  return reloadsWithCookie(facts) ? "bot-wall" : null;
}

/** Why a page shows something else than a product; `null` if it may be a shop's ordinary page. */
export function classifyBlock(facts: PageFacts, finalUrl: string): BlockKind | null {
  const byAddresses = classifyByAddresses(facts, finalUrl);
  if (byAddresses !== null) return byAddresses;
  const headline = `${facts.title} ${facts.heading}`;
  const isShort = facts.textLength < maxWallText;
  const wall = findSign(wallWords, isShort ? `${headline} ${facts.text}` : headline);
  if (wall !== null) return wall;
  const gate = findSign(gateWords, facts.heading);
  if (gate !== null) return gate;
  if (consentWords.test(facts.text)) return "consent";
  if (facts.hasPasswordField && isShort) return "log-in";
  if (facts.hasErrorElement || speaksOfError(headline) || (isShort && speaksOfError(facts.text)))
    return "error";
  return null;
}
