import { decimalsOf } from "./currency.js";

/** Amounts are kept as the number that a shopper reads, with at most three decimals. */
function rounded(value: number): number | null {
  const cents = Math.round(value * 1_000) / 1_000;
  return Number.isFinite(cents) && cents > 0 && cents < 1e12 ? cents : null;
}

/** A price as machines write it: `1299.99`, also with thousands' commas or as text with a currency; `null` if none. */
export function machineAmount(value: string | number | null): number | null {
  if (typeof value === "number") return rounded(value);
  if (value === null) return null;
  const text = value.trim();
  if (/^[-−]/.test(text)) return null;
  // A machine's point is a decimal point, however many digits follow it.
  if (/^[+]?\d+(\.\d+)?$/.test(text)) return rounded(Number(text));
  // `1.299E+3`, as some languages print what they calculate with: whole, or it says nothing.
  if (/\de[+-]?\d/i.test(text)) return rounded(Number(text));
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return rounded(Number(text.replaceAll(",", "")));
  return textAmount(text, { currency: null, decimalComma: null });
}

export interface AmountHints {
  readonly currency: string | null;
  /** Whether other prices on the page, or its language, write decimals with a comma; `null` where nothing tells. */
  readonly decimalComma: boolean | null;
}

const amountPattern =
  /\d{1,3}(?:[.,'’\s\u00a0\u202f]\d{2,3})*(?:[.,]\d{1,3})?(?:\^\d{1,3})?|\d+(?:[.,]\d+)?(?:\^\d{1,3})?/;

/** `%33`, as Turkish writes a percentage; in `33 %799` the sign belongs to what stands before it. */
const percentBefore = /(?<![\d\s]\s?)%\s?$/;
const leadingPercentage = /(?<!\d\s?)%\s?\d{1,3}(?:[.,]\d{1,2})?[\s\u00a0\u202f]+(?=\d)/g;

/** A visible text in which a space between two digits stands within one number: `12 499 Kč`, but not `%33 799,90 TL`. */
export function withJoinedThousands(text: string): string {
  return text.replace(leadingPercentage, "").replace(/(\d)[\s\u00a0\u202f](?=\d{3}(?!\d))/g, "$1\u202f");
}

/** Whether a number after this text is a percentage. */
export function isPercentage(before: string): boolean {
  return percentBefore.test(before);
}

/** The first amount in a visible text, read by the evidence in it: `1.299,99 €`, `1'299.00`, `₹1,29,999`, `12^99`. */
export function textAmount(text: string, hints: AmountHints): number | null {
  const joined = withJoinedThousands(text);
  const match = /\d[\d.,'’\u202f\u00a0]*(?:\^\d{1,3})?/.exec(joined);
  const found = match?.[0];
  if (match === null || found === undefined || !amountPattern.test(found)) return null;
  if (isDifference(joined, match.index, found.length)) return null;
  const [whole = "", raised] = found.split("^");
  if (raised !== undefined) return raisedAmount(whole, raised);
  return separatedAmount(whole.replace(/[.,'’\s\u202f\u00a0]+$/, ""), hints);
}

/** `-20 %`, `%20`, `−$5.00`: what is saved, not what is paid. */
function isDifference(text: string, at: number, length: number): boolean {
  const before = text.slice(0, at);
  return /[-−]\s?\p{Sc}?\s?$/u.test(before) || isPercentage(before) || /^\s?%/.test(text.slice(at + length));
}

/** `$12^99`: what stands above the line are the cents. */
function raisedAmount(whole: string, raised: string): number | null {
  const digits = whole.replace(/\D/g, "");
  return rounded(Number(`${digits}.${raised}`));
}

function separatedAmount(text: string, hints: AmountHints): number | null {
  const bare = text.replace(/['’\s\u202f\u00a0]/g, "");
  const last = Math.max(bare.lastIndexOf("."), bare.lastIndexOf(","));
  if (last < 0) return rounded(Number(bare));
  const separator = bare.charAt(last);
  const digitsAfter = bare.length - last - 1;
  return isDecimal(bare, separator, digitsAfter, hints)
    ? rounded(Number(`${bare.slice(0, last).replace(/[.,]/g, "")}.${bare.slice(last + 1)}`))
    : rounded(Number(bare.replace(/[.,]/g, "")));
}

/** Whether the last separator of an amount is its decimal point. */
function isDecimal(text: string, separator: string, digitsAfter: number, hints: AmountHints): boolean {
  const other = separator === "." ? "," : ".";
  const count = text.split(separator).length - 1;
  // Both kinds: the last one is the decimal one. The same one twice: it groups.
  if (text.includes(other)) return count === 1;
  if (count > 1) return false;
  if (digitsAfter !== 3) return digitsAfter > 0;
  // `1.299` or `1,299`: a thousand, unless this currency has three decimals and the page does not write them otherwise.
  const isOwnDecimal = (hints.decimalComma ?? false) === (separator === ",");
  const leading = text.slice(0, text.length - 4);
  return leading === "0" || leading === "" || (decimalsOf(hints.currency) === 3 && isOwnDecimal);
}
