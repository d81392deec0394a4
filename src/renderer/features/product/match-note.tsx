import type { Match } from "../../../shared/contract/product.js";
import { go } from "../../stores/navigation.js";

const fieldNames: Readonly<Record<string, string>> = {
  barcode: "barcode",
  service_id: "product id",
  asin: "ASIN",
  url: "link",
  model: "model number",
  mpn: "part number",
  name: "name",
};

/** How the product was found; a shared identifier is said to be shared, with the way to the others. */
export function MatchNote({ match }: { readonly match: Match }) {
  // New values of `by` may appear later (contract, section 9), so the field's own name stands in.
  const field = fieldNames[match.by] ?? match.by;
  if (match.by === "service_id") return null;
  return (
    <p className="match-note">
      Found by {field}
      {match.candidates > 1 && (
        <>
          , which {match.candidates} products share.{" "}
          <button
            type="button"
            className="text-button"
            onClick={() => go({ view: "search", query: match.identifier })}
          >
            See the others
          </button>
        </>
      )}
    </p>
  );
}
