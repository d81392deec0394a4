import type { PageFacts } from "./html/page-facts.js";

/** Sentences of walls, in the places where walls put them; each needs a page that is nothing else. */
const walls: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern:
      /captcha|are you (?:a )?(?:human|robot)|not a robot|verify (?:that )?you(?:'| a)re (?:a )?human|human verification|press (?:&|and) hold|robot or human|(?:confirm|prove) (?:that )?you(?:'| a)re (?:a )?human|hold the button/i,
    reason: "a captcha",
  },
  {
    pattern:
      /just a moment|checking (?:your browser|(?:that|if|whether) (?:you are|you're|the site))|the security of your connection|enable javascript and cookies to continue|ddos protection|attention required|ray id/i,
    reason: "a bot wall",
  },
  {
    pattern:
      /access denied|request (?:was )?blocked|you have been blocked|unusual traffic|automated (?:access|requests)|pardon our interruption|bot detection|reference #\d|incapsula|perimeterx|datadome/i,
    reason: "a bot wall",
  },
  {
    pattern: /\b429\b|too many requests|rate limit(?:ed)?\b|requests too fast/i,
    reason: "a request to slow down",
  },
  {
    pattern: /robot check|sorry, we just need to make sure|to discuss automated access/i,
    reason: "a bot wall",
  },
];
const logIn =
  /(?:please )?(?:log|sign) ?in (?:to|or)|anmelden|connectez-vous|iniciar sesión|create an account/i;
const errors =
  /(?<!\p{Sc}\s?)\b(?:404|410|500|502|503)\b(?![.,]\d)(?!\s?\p{Sc})|page (?:not found|can(?:no|')t be found|doesn't exist)|not found|no longer available|server error|temporarily unavailable|service unavailable|bad gateway|seite nicht gefunden|page introuvable|something went wrong/iu;

/** What stands in the way of a product and has to be answered first; only in the heading, where gates put it. */
const gates: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern:
      /are you (?:over |at least )?(?:1[68]|2[01])|age (?:verification|check|gate)|legal drinking age|verify your age|bist du (?:über )?18|altersprüfung|êtes-vous majeur/i,
    reason: "a question for the visitor's age",
  },
  {
    pattern:
      /(?:choose|select) (?:your |a )?(?:country|region|location|store)|where (?:are you|should we ship)|wähle(?:n sie)? (?:dein|ihr) land|choisissez votre pays/i,
    reason: "a question for the visitor's country",
  },
];
/** A wall of consent: the page is nothing else. */
const consent =
  /(?:weiter mit werbung|pur-?abo|werbefrei im abo|accept (?:cookies|all)? ?(?:or|and) subscribe|consent or pay|continue with (?:ads|advertising))/i;

/** What is longer is a page with content of its own, whatever words it uses. */
const shortPage = 1_500;

/** Why a page shows something else than a product; `null` where it does not. */
export function blockedReason(facts: PageFacts): string | null {
  const headline = `${facts.title} ${facts.heading}`;
  const isShort = facts.textLength < shortPage;
  const everything = isShort ? `${headline} ${facts.text}` : headline;
  const wall = walls.find(({ pattern }) => pattern.test(everything));
  if (wall !== undefined) return wall.reason;
  const gate = gates.find(({ pattern }) => pattern.test(facts.heading));
  if (gate !== undefined) return gate.reason;
  if (consent.test(facts.text)) return "a wall of consent";
  if (facts.hasPasswordField && (isShort || logIn.test(headline))) return "a log-in page";
  if (errors.test(headline) || (isShort && errors.test(facts.text))) return "an error page";
  return null;
}
