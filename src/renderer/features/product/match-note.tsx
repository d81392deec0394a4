import type { Match } from "../../../shared/contract/product.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { go } from "../../stores/navigation.js";

/** New values of `by` may appear later (contract, section 9), so the field's own name stands in. */
function foundBy(field: string): string {
  const { product } = texts();
  const known: Readonly<Record<string, string>> = product.foundBy;
  return known[field] ?? product.foundByOther(field);
}

/** How the product was found; a shared identifier is said to be shared, with the way to the others. */
export function MatchNote({ match }: { readonly match: Match }) {
  if (match.by === "service_id") return null;
  return (
    <p className="match-note">
      {foundBy(match.by)}
      {match.candidates > 1 && (
        <>
          {texts().product.shared(formatCount(match.candidates))}{" "}
          <button
            type="button"
            className="text-button"
            onClick={() => go({ view: "search", query: match.identifier })}
          >
            {texts().product.seeOthers}
          </button>
        </>
      )}
    </p>
  );
}
