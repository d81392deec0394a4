import { expect, it } from "vitest";
import { extractionCheckResult } from "../../../../../src/main/engine/sources/page/source.js";

it.each([
  ["USD", "seen"],
  ["CAD", "seen"],
  ["EUR", "failed"],
])("a check of a page in %s that now writes $ has %s", (currency, kind) => {
  const offer = { price: 40, currency: null, sign: "$", availability: null };
  const page = { url: "https://shop.example/p/1", status: "found", reason: null } as const;
  const extraction = { ...page, offer, candidates: [], evidence: {} };
  expect(extractionCheckResult(extraction, currency, () => null)).toMatchObject({ kind });
});
