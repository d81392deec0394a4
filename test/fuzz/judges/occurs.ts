/**
 * Whether an amount stands on a page, in any way of writing one: found without what the reader knows, so more generous
 * than it. What it is sure of is that an amount whose digits are nowhere was made up.
 */

function decoded(html: string): string {
  return html
    .replace(/\\u([0-9a-f]{4})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_all, hex: string) => codePoint(Number.parseInt(hex, 16)))
    .replace(/&#(\d{1,7});?/g, (_all, digits: string) => codePoint(Number(digits)))
    .replace(/&(?:nbsp|thinsp|ensp|emsp);?/g, " ")
    .replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function codePoint(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : " ";
}

/** What may stand between two digits of one amount: groups, decimals, and marks that set cents smaller, however long. */
const between = "(?:<[^<>]*>|[^0-9<>]){0,12}?";

function digitsPattern(digits: string): RegExp {
  return new RegExp([...digits].join(between));
}

/** The digits of an amount, as whole units, with cents, and with mills, as shops keep them. */
function writings(price: number): string[] {
  const whole = String(price).includes("e") ? BigInt(Math.round(price)).toString() : String(price);
  const plain = whole.replace(".", "");
  return [...new Set([plain, price.toFixed(2).replace(".", ""), price.toFixed(3).replace(".", "")])];
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi)].map(([number]) => Number(number));
}

export function occursIn(html: string, price: number): boolean {
  const text = decoded(html).normalize("NFKC");
  if (writings(price).some((digits) => digitsPattern(digits.replace(/^0+/, "") || "0").test(text)))
    return true;
  return numbersIn(text).some((number) =>
    [1, 10, 100, 1_000].some((unit) => Math.abs(number / unit - price) < 0.006),
  );
}
