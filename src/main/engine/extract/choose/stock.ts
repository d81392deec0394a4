import { type Candidate, candidatesIn, type MainFindings } from "../candidate.js";
import type { ReadStock } from "../text/read-stock.js";
import type { PageIdentity } from "./page-identity.js";
import { namedCandidates } from "./variant.js";

type Stock = Pick<Candidate, "availability" | "availabilityPath">;

/** The stock of the variant that the address or the page selects, where a source lists the variants one by one. */
function selectedStock(chosen: Candidate, main: MainFindings, page: PageIdentity): Stock | null {
  for (const findings of main.values()) {
    const variants = findings.flatMap(({ candidates }) =>
      candidates.filter(({ variant }) => variant !== null),
    );
    const { candidates: named, isNamed } = namedCandidates(variants, page);
    const [first] = named;
    const isSame = ({ availability, price }: Candidate) =>
      availability === first?.availability && (price === null || price === chosen.price);
    if (isNamed && first?.availability != null && named.every(isSame)) return first;
  }
  return null;
}

/** What the sources other than the page's text say about the chosen price's stock; `null` if they differ. */
function statedStock(chosen: Candidate, main: MainFindings): Stock | null {
  const known = candidatesIn(main).filter(
    ({ from, availability, price }) =>
      from !== "text" &&
      availability !== null &&
      (price === null || price === chosen.price || chosen.from === "recipe"),
  );
  const [first] = known;
  if (chosen.from !== "text" && chosen.availability !== null) {
    // "Out" is worse than nothing if it is wrong: one other source that says "in" makes it doubtful.
    const isDoubted = known.some(({ availability }) => availability === "in");
    return chosen.availability === "out" && chosen.variant === null && isDoubted ? null : chosen;
  }
  const isAgreed =
    first !== undefined && known.every(({ availability }) => availability === first.availability);
  return isAgreed ? first : null;
}

/** A shopper believes a clear word or a button beside the product's name before any data. */
export function withStock(
  chosen: Candidate,
  main: MainFindings,
  shown: ReadStock | null,
  page: PageIdentity,
): Candidate {
  // What the page shows is all that is known of an offer without a price.
  if (chosen.from === "text" && chosen.price === null) return chosen;
  const selected = chosen.variant === null ? selectedStock(chosen, main, page) : null;
  const stated = selected ?? statedStock(chosen, main);
  const read =
    shown === null ? null : { availability: shown.availability, availabilityPath: "text:availability" };
  // Some shops leave the button in place when a product is sold out.
  const isButtonAlone = shown?.availability === "in" && shown.isButtonOnly;
  if (stated?.availability === "out" && isButtonAlone && chosen.variant === null)
    return { ...chosen, availability: null, availabilityPath: null };
  const isDecisive =
    shown?.isClear === true &&
    shown.availability !== stated?.availability &&
    chosen.from !== "buy-box" &&
    // "Not available online" is no contradiction.
    chosen.ordering !== "store" &&
    chosen.variant === null;
  const { availability, availabilityPath } = (isDecisive ? read : (stated ?? read)) ?? {
    availability: null,
    availabilityPath: null,
  };
  const isInStores = shown?.isStoreOnly === true && availability === "in";
  return {
    ...chosen,
    availability,
    availabilityPath,
    ...(isInStores && chosen.ordering === undefined ? { ordering: "store" } : {}),
  };
}
