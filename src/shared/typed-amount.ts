/** Words that make an amount an upper limit, which a target is anyway: `under 50`, `≤ 50 €`, `höchstens 50`. */
const limit =
  /^\s*(?:(?:under|below|less than|up to|at most|max(?:imum|imal)?|unter|bis(?: zu)?|höchstens|weniger als)(?!\p{L})\.?|[<≤]=?)\s*/iu;

export function withoutLimit(text: string): string {
  return text.replace(limit, "");
}

/**
 * A typed amount, and the words before and behind it, which may name its currency; null without a figure. A dash in place
 * of cents is left out: `50,-`.
 */
export function splitFigure(
  text: string,
): { readonly figure: string; readonly words: readonly string[] } | null {
  const plain = withoutLimit(text.normalize("NFKC")).replace(/(?<=\d)[.,][-–—]+/, "");
  const [, before = "", figure = "", after = ""] =
    /^(\D*?)((?:(?<=^|\s)[.,])?\d(?:.*\d)?)(\D*)$/.exec(plain) ?? [];
  const words = [before, after].map((word) => word.trim()).filter((word) => word !== "");
  return figure === "" ? null : { figure, words };
}

/**
 * The two amounts that a text with one separator before three digits may mean, `1.299`: a thousand and more, or little more
 * than one. `null` if it means only one.
 */
export function twoReadings(
  text: string,
): { readonly separator: string; readonly amounts: readonly [grouped: number, decimal: number] } | null {
  const [, whole, separator, three] = /(?<![\d.,'’])([1-9]\d{0,2})([.,])(\d{3})(?![\d.,])/.exec(text) ?? [];
  if (separator === undefined) return null;
  return { separator, amounts: [Number(`${whole}${three}`), Number(`${whole}.${three}`)] };
}

function hasDecimals(currency: string): boolean {
  return (
    new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits !== 0
  );
}

/**
 * The same for typed text: `null` also if the separator groups thousands in the reader's locale, or the currency has no
 * decimals.
 */
export function typedReadings(
  figure: string,
  locale: string,
  currency: string | null,
): readonly [number, number] | null {
  const read = currency === null || hasDecimals(currency) ? twoReadings(figure) : null;
  const parts = new Intl.NumberFormat(locale).formatToParts(10_000);
  return read === null || parts.some(({ value }) => value === read.separator) ? null : read.amounts;
}

/**
 * Parses an amount in any notation: `599.00`, `599,00`, `1,299.00`, `1.299,00`, `1 299`, `1,29,999`, `.99`. A lone separator
 * before three digits groups thousands; callers that must not guess ask `twoReadings` first. `null` for anything else, and
 * for 0.
 */
export function parseFigure(figure: string): number | null {
  const plain = figure.replace(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, "").replace(/^[.,](?=\d\d$)/, "0.");
  const parts =
    /^(\d+|\d{1,2}(?:,\d{2})+,\d{3}|[1-9]\d{0,2}([.,])\d{3}(?:\2\d{3})*)(?:([.,])(\d{1,2}))?$/.exec(plain);
  if (parts === null) return null;
  const [, whole = "", group, point, decimals = ""] = parts;
  if (group !== undefined && group === point) return null;
  const amount = Number(`${whole.replace(/[.,]/g, "")}.${decimals || "0"}`);
  return amount > 0 ? amount : null;
}

/**
 * An amount with a sign that several currencies share, such as `$` or `kr`, where nothing says which is meant; written as
 * one in dollars.
 */
export function signedPrice(amount: number, sign: string, locale: string): string {
  const options = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;
  const parts = new Intl.NumberFormat(locale, options).formatToParts(amount);
  const isFirst = parts[0]?.type === "currency";
  const space = isFirst && /\p{L}\.?$/u.test(sign) ? "\u00a0" : "";
  return parts.map(({ type, value }) => (type === "currency" ? sign + space : value)).join("");
}
