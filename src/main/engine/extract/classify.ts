import { findMoney, noHints } from "./amounts/money.js";
import type { BlockKind } from "./blocks.js";
import type { PageFacts } from "./html/page-facts.js";

interface Sign {
  readonly kind: BlockKind;
  readonly pattern: RegExp;
}

/**
 * Addresses of scripts and frames that only a wall loads. The scripts with which the same services watch ordinary
 * pages must not match.
 */
const wallAddresses: readonly Sign[] = [
  // DataDome; its script on ordinary pages comes from datadome.co.
  { kind: "captcha", pattern: /\bcaptcha-delivery\.com\//i },
  // HUMAN (PerimeterX); ordinary pages load client.px-cloud.net.
  { kind: "captcha", pattern: /\bcaptcha\.(?:px-cloud|px-cdn|perimeterx)\.net\/|\/captcha\/captcha\.js\b/i },
  // Cloudflare; ordinary pages load /cdn-cgi/challenge-platform/…/scripts/jsd.
  { kind: "bot-wall", pattern: /\/cdn-cgi\/challenge-platform\/.*\borchestrate\b/i },
  // Imperva; ordinary pages load SWJIYLWA.
  { kind: "bot-wall", pattern: /\/_Incapsula_Resource\?.*\b[SC]WUDNSAI\b/i },
  // Kasada; ordinary pages load p.js from such a path.
  { kind: "bot-wall", pattern: /\/[\da-f]{8}-[\da-f-]{27}\/[\da-f]{8}-[\da-f-]{27}\/ips\.js/i },
  // Akamai.
  { kind: "bot-wall", pattern: /\/_sec\/cp_challenge\/|\bsec-if-cpt/i },
  // Alibaba.
  { kind: "bot-wall", pattern: /\/_{5}tmd_{5}\/(?:punish|verify)/i },
  // DDoS-Guard.
  { kind: "bot-wall", pattern: /\/\.well-known\/ddos-guard\/js-challenge/i },
];

/** Services that ask whether the visitor is human, on ordinary pages beside a form. */
const captchaAddress =
  /\/\/(?:[\w-]+\.)*(?:hcaptcha\.com|recaptcha\.net|geetest\.com|arkoselabs\.com|awswaf\.com)\/|\/\/(?:www\.)?(?:google|gstatic)\.com\/recaptcha\/|\/\/challenges\.cloudflare\.com\//i;

const consentAddress =
  /\/\/(?:cdn\.)?(?:[\w-]+\.)*(?:cookielaw\.org|onetrust\.com|privacy-mgmt\.com|sp-prod\.net|usercentrics\.eu|privacy-center\.org|consensu\.org|cookiebot\.com|trustarc\.com|consentmanager\.net)\//i;

/** Where redirects lead instead of to the product. */
const finalAddresses: readonly Sign[] = [
  { kind: "consent", pattern: /^https?:\/\/(?:consent|privacy-?gate)\./i },
  { kind: "bot-wall", pattern: /^https?:\/\/(?:[\w-]+\.)*(?:queue-it\.net|perfdrive\.com)(?::\d+)?\//i },
  {
    kind: "captcha",
    pattern: /^https?:\/\/(?:[\w-]+\.)*captcha-delivery\.com\/|^https?:\/\/[^?#]*\/captcha\b/i,
  },
  { kind: "log-in", pattern: /^https?:\/\/[^?#]*\/(?:log-?in|sign-?in)(?:\.\w+)?\/?(?:[?#]|$)/i },
];

/** Words of walls; each needs a page that is nothing else. */
const wallWords: readonly Sign[] = [
  // Not reCAPTCHA, which the small print of ordinary pages names.
  {
    kind: "captcha",
    pattern:
      /\bcaptcha\b|not a robot|robot or human|robot check|press (?:&|and) hold|verify (?:that )?you(?:'| a)re|(?:are you|you are) (?:a )?human/i,
  },
  {
    kind: "bot-wall",
    pattern:
      /just a moment|checking (?:your browser|if the site)|access denied|pardon our interruption|unusual traffic|attention required/i,
  },
  {
    kind: "rate-limit",
    pattern: /(?<![\d.,\p{Sc}\p{L}])429(?![\d\p{L}]|[.,]\d|\s?\p{Sc})|too many requests/iu,
  },
];

/** Questions to answer before the shop shows the product; only in the heading, where gates put them. */
const gateWords: readonly Sign[] = [
  { kind: "age", pattern: /are you (?:over |at least )?(?:18|21)\b|legal drinking age/i },
  { kind: "country", pattern: /(?:choose|select) (?:your |a )?(?:country|region)/i },
];
const consentWords = /weiter mit werbung/i;
/** A status code, or the words beside it. */
const errorWords =
  /(?<![\d.,])\b(?:404|410|50[0-4])\b(?![.,]\d)|not found|(?:can|could)(?:no|n.)t be found|something went wrong|nicht gefunden|introuvable/iu;

const logInWords = /^(?:(?:please )?(?:sign|log)[- ]?in\b|anmelden|anmeldung|login$)/i;

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
  const amounts = findMoney(text, noHints).filter(({ isMarked }) => isMarked);
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
