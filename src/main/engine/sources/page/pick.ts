import type { PageChoice, PagePick } from "../../../../shared/app/pages.js";
import type { ExtractedCandidate, Extraction } from "../../extract/extraction.js";
import { titleWithVariant } from "../../extract/text/words.js";

/**
 * A page's prices, each with a pick to find it again. The pick is a position among similar prices, because the
 * amount will change.
 */
function pricedPicks({ candidates }: Extraction) {
  const counts = new Map<string, number>();
  return candidates.flatMap((candidate) => {
    const { price, from, place } = candidate;
    if (price === null) return [];
    // A page without a clear price may show others at any time, so the words beside this one count.
    const variant =
      candidate.title ?? candidate.variant ?? (from === "shown" ? (place?.words ?? null) : null);
    const kind = `${from} ${variant}`;
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    return [{ pick: { from, variant, nth }, candidate: { ...candidate, price } }];
  });
}

/** The prices to select from, those that the page shows and the likeliest first; equal prices of the same variant are offered once. */
export function priceChoices(extraction: Extraction): PageChoice[] {
  const seen = new Set<string>();
  const likeliest = pricedPicks(extraction).toSorted(
    (one, other) => (other.candidate.probability ?? 0) - (one.candidate.probability ?? 0),
  );
  const choices = likeliest.flatMap(({ pick, candidate }) => {
    const { price, currency, sign = null, availability, title, place = null } = candidate;
    const variant = title ?? candidate.variant ?? null;
    const key = JSON.stringify([price, currency, pick.variant]);
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ pick, variant, place, price, currency, sign, availability }];
  });
  const isShown = ({ place }: PageChoice) => place?.spot !== "data";
  return [...choices.filter(isShown), ...choices.filter((choice) => !isShown(choice))];
}

/** The product that is picked: one of several, or a variant of the page's. */
function titleOf(
  { product }: Extraction,
  { title, variant }: ExtractedCandidate,
): Pick<Extraction, "product"> {
  if (title !== undefined) return { product: { title } };
  if (product?.title === undefined || variant === undefined) return {};
  return { product: { ...product, title: titleWithVariant(product.title, variant) } };
}

/** Resolves a page without a clear price with the user's pick; unchanged if that price is not found. */
export function applyPick(extraction: Extraction, pick: PagePick | null): Extraction {
  // What the shopper has selected goes before what is only likely.
  const isClear = extraction.status === "found" && extraction.evidence.score === undefined;
  if (pick === null || isClear) return extraction;
  const picked = pricedPicks(extraction).find(
    ({ pick: { from, variant, nth } }) => from === pick.from && variant === pick.variant && nth === pick.nth,
  );
  if (picked === undefined) return extraction;
  const { price, currency, sign, availability, from } = picked.candidate;
  const { blocked_by: _, ...page } = extraction;
  // They belong to the price that was only likely.
  const { conditions: _conditions, ...offer } = extraction.offer ?? {};
  return {
    ...page,
    ...titleOf(extraction, picked.candidate),
    status: "found",
    reason: null,
    offer: { ...offer, price, currency, ...(sign === undefined ? {} : { sign }), availability },
    evidence: { price: `picked:${from}` },
  };
}
