import { beforeAll, expect, it } from "vitest";
import type { BenchRow } from "../../bench/row.js";
import { ensureBuilt, runJson } from "../support/cli.js";

beforeAll(ensureBuilt);

it("bench measures the named benchmark, each row with a floor from the same runs", async () => {
  const rows = await runJson<BenchRow[]>("bench", "extract", "--runs", "3", "--seconds", "1", "--json");
  expect(rows).toMatchObject([
    { name: "extraction of a 300 KB page, median", unit: "ms", measure: "ratio", runs: 3 },
    { name: "pages of 300 KB read in a row", unit: "pages/s", measure: "ratio", runs: 3 },
    { name: "memory to read a page of 5 MB", unit: "MB", measure: "figure", runs: 3 },
  ]);
  for (const { ours, floor, value, spread, isMet } of rows) {
    expect(Math.min(ours, floor ?? ours)).toBeGreaterThan(0);
    expect(spread[0]).toBeLessThanOrEqual(value);
    expect(value).toBeLessThanOrEqual(spread[1]);
    expect(isMet).toBeTypeOf("boolean");
  }
});
