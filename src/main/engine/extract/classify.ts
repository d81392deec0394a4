import type { PageFacts } from "./html/page-facts.js";

/** Sentences of walls, in the places where walls put them; each needs a page that is nothing else. */
const walls: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  {
    pattern:
      /captcha|are you (?:a )?(?:human|robot)|not a robot|verify (?:that )?you(?:'| a)re (?:a )?human|human verification|press (?:&|and) hold/i,
    reason: "a captcha",
  },
  {
    pattern:
      /just a moment|checking your browser|enable javascript and cookies to continue|ddos protection|attention required|ray id/i,
    reason: "a bot wall",
  },
  {
    pattern:
      /access denied|request (?:was )?blocked|you have been blocked|unusual traffic|automated (?:access|requests)|pardon our interruption|bot detection|reference #\d|incapsula|perimeterx|datadome/i,
    reason: "a bot wall",
  },
  {
    pattern: /robot check|sorry, we just need to make sure|to discuss automated access/i,
    reason: "a bot wall",
  },
];
const logIn =
  /(?:please )?(?:log|sign) ?in (?:to|or)|anmelden|connectez-vous|iniciar sesión|create an account/i;
const errors =
  /\b(?:404|410|500|502|503)\b|page (?:not found|can(?:no|')t be found|doesn't exist)|not found|no longer available|server error|temporarily unavailable|service unavailable|bad gateway|seite nicht gefunden|page introuvable|something went wrong/i;

/** What is longer is a page with content of its own, whatever words it uses. */
const shortPage = 1_500;

/** Why a page shows something else than a product; `null` where it does not. */
export function blockedReason(facts: PageFacts): string | null {
  const headline = `${facts.title} ${facts.heading}`;
  const isShort = facts.textLength < shortPage;
  const everything = isShort ? `${headline} ${facts.text}` : headline;
  const wall = walls.find(({ pattern }) => pattern.test(everything));
  if (wall !== undefined) return wall.reason;
  if (facts.hasPasswordField && (isShort || logIn.test(headline))) return "a log-in page";
  if (errors.test(headline) || (isShort && errors.test(facts.text))) return "an error page";
  return null;
}
