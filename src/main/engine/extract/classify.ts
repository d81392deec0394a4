import { assertNever } from "../../../shared/assert-never.js";
import type { PageFacts } from "./html/page-facts.js";

/** What a page shows instead of a product. */
type Obstacle = "bot wall" | "captcha" | "pause" | "age" | "country" | "consent" | "log-in" | "error";

/** Hosts and paths of the scripts and frames with which protection services replace a page. */
const wallResources: readonly (readonly [Obstacle, RegExp])[] = [
  ["captcha", /hcaptcha\.com|\/recaptcha\/|geetest\.com|captcha-delivery\.com|px-captcha/i],
  [
    "bot wall",
    /\/_Incapsula_Resource|challenges\.cloudflare\.com|\/cdn-cgi\/challenge-platform\/|px-cloud\.net|perimeterx\.net|queue-it\.net|facct\.ru/i,
  ],
];
/** Consent managers, and the pages that a site sends ahead of its own. */
const consentResource = /\bconsent\.|cookielaw\.org|privacy-mgmt\.com|usercentrics\.eu|sourcepoint/i;

const walls: readonly (readonly [Obstacle, RegExp])[] = [
  [
    "captcha",
    /captcha|not a robot|are you (?:a )?(?:human|robot)|human verification|press (?:&|and) hold|robot or human|(?:verify|confirm|prove) (?:that )?you(?:'| a)re (?:a )?human/i,
  ],
  [
    "bot wall",
    /just a moment|checking (?:your (?:browser|device)|device|(?:that|if|whether) (?:you are|you're|the site))|the security of your connection|enable javascript and cookies to continue|ddos protection|attention required|ray id|провер(?:ка|яем ваше) устройств/i,
  ],
  [
    "bot wall",
    /access denied|request (?:was )?blocked|you have been blocked|unusual traffic|automated access|pardon our interruption|bot detection|reference #\d|robot check|sorry, we just need to make sure/i,
  ],
  ["pause", /\b429\b|too many requests|rate limit(?:ed)?\b|requests too fast/i],
];
const logInWords =
  /(?:please )?(?:log|sign) ?in (?:to|or)|anmelden|connectez-vous|iniciar sesión|create an account/i;
const logInTitle = /(?:^|[|–-])\s*(?:log ?in|sign ?in|anmelden)\s*(?:$|[|–-])/i;
const errorWords =
  /(?<!\p{Sc}\s?)\b(?:404|410|500|502|503)\b(?![.,]\d)(?!\s?\p{Sc})|page (?:not found|can(?:no|')t be found|doesn't exist)|not found|no longer available|server error|temporarily unavailable|service unavailable|bad gateway|seite nicht gefunden|page introuvable|kunde inte hittas|something went wrong/iu;

/** Questions that come before a product; only in the heading, where gates put them. */
const gates: readonly (readonly [Obstacle, RegExp])[] = [
  [
    "age",
    /are you (?:over |at least )?(?:1[68]|2[01])|age (?:verification|check|gate)|legal drinking age|verify your age/i,
  ],
  [
    "country",
    /(?:choose|select) (?:your |a )?(?:country|region|location|store)|where (?:are you|should we ship)/i,
  ],
];
const consentWords =
  /weiter mit werbung|pur-?abo|werbefrei im abo|accept (?:cookies|all)? ?(?:or|and) subscribe|consent or pay|continue with (?:ads|advertising)/i;

/** A longer page has content of its own, whatever words it uses. */
const maxWallText = 1_500;

function firstOf(rules: readonly (readonly [Obstacle, RegExp])[], text: string): Obstacle | null {
  return rules.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** Scripts and frames of a page that shows nothing else. */
function obstacleInResources({ resources }: PageFacts): Obstacle | null {
  const addresses = resources.join("\n");
  return firstOf(wallResources, addresses) ?? (consentResource.test(addresses) ? "consent" : null);
}

function obstacleInWords(facts: PageFacts, headline: string, isShort: boolean): Obstacle | null {
  const wall = firstOf(walls, isShort ? `${headline} ${facts.text}` : headline);
  if (wall !== null) return wall;
  const gate = firstOf(gates, facts.heading);
  if (gate !== null) return gate;
  if (consentWords.test(facts.text)) return "consent";
  if (facts.hasPasswordField && (isShort || logInWords.test(headline))) return "log-in";
  if (logInTitle.test(facts.title)) return "log-in";
  return errorWords.test(headline) || (isShort && errorWords.test(facts.text)) ? "error" : null;
}

/** What the page is, and what a shopper can do about it. */
function describeObstacle(obstacle: Obstacle): string {
  switch (obstacle) {
    case "bot wall":
      return "a bot wall";
    case "captcha":
      return "a captcha";
    case "pause":
      return "a request to slow down";
    case "age":
      return "a question for the visitor's age";
    case "country":
      return "a question for the visitor's country";
    case "consent":
      return "a wall of consent";
    case "log-in":
      return "a log-in page";
    case "error":
      return "an error page";
    default:
      return assertNever(obstacle);
  }
}

/**
 * What a page without a product shows instead: "a captcha", "a log-in page". `null` if nothing stands in the way. A wall
 * is recognized by the hosts of its scripts and frames before its words, which need a page that is short.
 */
export function blockedReason(facts: PageFacts): string | null {
  const isShort = facts.textLength < maxWallText;
  const headline = `${facts.title} ${facts.heading}`;
  const inWords = obstacleInWords(facts, headline, isShort);
  // Shops load the same services on pages of their own, which have a heading.
  const isEmpty = isShort && facts.heading === "";
  const obstacle = inWords ?? (isEmpty ? obstacleInResources(facts) : null);
  return obstacle === null ? null : describeObstacle(obstacle);
}
