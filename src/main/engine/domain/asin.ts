const asinShape = /^B0[A-Z0-9]{8}$/;
const asinPath = /\/(?:dp|gp\/product|gp\/aw\/d|product|d)\/(B0[A-Z0-9]{8})(?=\/|$)/i;

/** The ASIN in upper case, or `null` if the text is not one (decision 11). */
export function parseAsin(text: string): string | null {
  const upper = text.toUpperCase();
  return asinShape.test(upper) ? upper : null;
}

export function asinInPath(path: string): string | null {
  return asinPath.exec(path)?.[1]?.toUpperCase() ?? null;
}

/** Endings of the marketplace's hosts. The first twelve are in the order of Keepa's numbers. */
const endings =
  "com co.uk de fr co.jp ca cn it es in com.mx com.br com.au nl se pl com.be com.tr ae sa sg eg ie co.za".split(
    " ",
  );
const endingsOfCountries: Readonly<Record<string, string>> = { us: "com", gb: "uk" };

/** The marketplace of a country, as tables name it: `de`, `co.uk`, `en-US`, `amazon.fr` or Keepa's number; else `null`. */
export function marketplaceOf(locale: string): string | null {
  const name = locale
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?amazon\.|\/.*$/g, "");
  const country = name.replace(/^[a-z]{2}[-_](?=[a-z]{2}$)/, "");
  const last = endingsOfCountries[country] ?? country;
  const ending =
    endings[Number(name) - 1] ?? endings.find((each) => each === name || each.split(".").at(-1) === last);
  return ending === undefined ? null : `https://www.amazon.${ending}/`;
}

/** The page of an ASIN at a marketplace; null if that is not known. */
export function asinLink(asin: string, shop: string | null): string | null {
  return shop === null ? null : new URL(`/dp/${asin.toUpperCase()}`, shop).href;
}
