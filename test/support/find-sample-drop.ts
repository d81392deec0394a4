import {
  isSampleRecheckable,
  sampleCatalogue,
  sampleChanges,
  sampleStateAt,
} from "../../src/main/engine/sources/sample/index.js";
import { DAY_MS, MINUTE_MS } from "../../src/shared/time.js";

/** Longer than a test takes that begins at a time, so that its price holds meanwhile. */
const calmMs = 30 * MINUTE_MS;

function isCalmAfter(offerId: string, atMs: number): boolean {
  return sampleChanges(offerId, atMs, atMs + calmMs).length === 0;
}

/** Finds a sample product whose only offer is at a shop that can be checked and drops by enough for an alert within 60 days. */
function findDrop(nowMs: number) {
  for (const line of sampleCatalogue({ now: nowMs })) {
    if (line.type !== "product" || line.offers?.length !== 1) continue;
    const [offer] = line.offers;
    const id = offer?.id;
    if (!id || !isSampleRecheckable(offer.retailer)) continue;
    const before = sampleStateAt(id, nowMs);
    if (before?.availability !== "in" || !isCalmAfter(id, nowMs)) continue;
    const drop = sampleChanges(id, nowMs + DAY_MS, nowMs + 60 * DAY_MS).find(
      ({ at, availability, priceMinor }) =>
        availability === "in" && priceMinor <= before.priceMinor * 0.9 && isCalmAfter(id, at),
    );
    if (drop) {
      const product = { productKey: line.service ?? "", title: line.title };
      return { ...product, price: drop.priceMinor / 100, offsetMs: drop.at - nowMs + 60_000 };
    }
  }
  throw new Error("No sample product drops in price.");
}

process.stdout.write(JSON.stringify(findDrop(Number(process.argv[2]))));
