import type { Migration } from "./migration.js";

/** What counts for the owner beside a shop's prices: prices with conditions that they meet, and shipping. */
export const countedTerms: Migration = {
  version: 33,
  name: "counted-terms",
  sql: `
CREATE TABLE counted_term (
  -- Empty for every shop.
  retailer TEXT NOT NULL,
  -- See termKinds in shared/app/paying.ts.
  kind TEXT NOT NULL,
  -- Prices from before stay as they were.
  since INTEGER NOT NULL,
  PRIMARY KEY (retailer, kind)
) STRICT, WITHOUT ROWID;

-- What delivery costs is a series, too: of the kind 'shipping', without words. What pages have said so far begins it.
INSERT OR IGNORE INTO condition_point (offer_id, kind, at, price_minor)
  SELECT offer_id, 'shipping', seen_at, CAST(round((terms ->> 'shipping') * 100) AS INTEGER)
  FROM tracked_page JOIN offer ON offer.id = offer_id WHERE terms ->> 'shipping' IS NOT NULL;
`,
};
