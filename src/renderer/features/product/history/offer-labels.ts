import type { Offer } from "../../../../shared/contract/offer.js";

function baseLabel(offer: Offer): string {
  const condition = offer.condition_grade ?? offer.condition;
  return condition && condition !== "new" ? `${offer.retailer} · ${condition}` : offer.retailer;
}

/** A retailer's name is enough until it lists the product twice; then the seller, then a number, tells them apart. */
export function labelOffers(offers: readonly Offer[]): ReadonlyMap<string, string> {
  const count = (labels: readonly string[], label: string) =>
    labels.filter((other) => other === label).length;
  const bases = offers.map(baseLabel);
  const withSeller = offers.map((offer, index) => {
    const base = bases[index] ?? offer.retailer;
    return count(bases, base) > 1 && offer.seller ? `${base} · ${offer.seller}` : base;
  });
  const seen = new Map<string, number>();
  return new Map(
    offers.map((offer, index) => {
      const label = withSeller[index] ?? offer.retailer;
      const number = (seen.get(label) ?? 0) + 1;
      seen.set(label, number);
      return [offer.id, number === 1 ? label : `${label} (${number})`];
    }),
  );
}
