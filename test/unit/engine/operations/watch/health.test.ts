import { describe, expect, it } from "vitest";
import { pagesToVisit, summarizeHealth } from "../../../../../src/main/engine/operations/watch/health.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { offer } from "../../db/prices/stored-offer.js";

const at = (retailer: string, id = 1) => ({ ...offer, id, retailer });

function check(outcome: string, failures: number, checkedMs = 5 * DAY_MS, lastGoodMs: number | null = null) {
  return { outcome, failures, checkedMs, lastGoodMs };
}

const [north, south] = [at("north.example", 1), at("south.example", 2)];
const always = () => true;

it("the health of a product is that of the shop with the most failures", () => {
  const checks = [
    { offer: north, check: check("ok", 0, 9 * DAY_MS, 9 * DAY_MS) },
    { offer: south, check: check("no price", 3, 8 * DAY_MS, 4 * DAY_MS) },
  ];
  expect(summarizeHealth([north, south], checks, always)).toEqual({
    state: "failing",
    outcome: "no price",
    failures: 3,
    last_good_at: "1970-01-05T00:00:00.000Z",
    retailer: "south.example",
    is_everywhere: false,
  });
});

it("the health of a product is that of the last check if none failed", () => {
  const checks = [
    { offer: north, check: check("ok", 0, 7 * DAY_MS, 7 * DAY_MS) },
    { offer: south, check: check("paused", 0, 9 * DAY_MS, 4 * DAY_MS) },
  ];
  expect(summarizeHealth([north, south], checks, always)).toMatchObject({
    state: "ok",
    outcome: "paused",
    retailer: "south.example",
  });
});

it("the health of a product is blocked when a shop refuses the check", () => {
  const blocked = { offer: north, check: check("blocked", 1) };
  expect(summarizeHealth([north], [blocked], always)).toMatchObject({
    state: "blocked",
    last_good_at: null,
  });
});

it("the health of a product that was not reached is a brief outage at first, and a failure later", () => {
  const stateOf = (failures: number, lastGoodMs: number | null) =>
    summarizeHealth(
      [north],
      [{ offer: north, check: check("network", failures, 5 * DAY_MS, lastGoodMs) }],
      always,
    ).state;
  expect([stateOf(1, 4 * DAY_MS), stateOf(3, 4 * DAY_MS)]).toEqual(["retrying", "retrying"]);
  expect([stateOf(4, 4 * DAY_MS), stateOf(1, DAY_MS), stateOf(1, null)]).toEqual([
    "failing",
    "failing",
    "failing",
  ]);
});

it("the health of a product ignores shops that can no longer be checked", () => {
  const checks = [
    { offer: north, check: check("ok", 0) },
    { offer: south, check: check("network", 9) },
  ];
  const canCheck = ({ retailer }: { retailer: string }) => retailer === "north.example";
  expect(summarizeHealth([north, south], checks, canCheck)).toMatchObject({ state: "ok" });
  expect(summarizeHealth([north, south], checks.slice(1), canCheck)).toMatchObject({ state: "unchecked" });
});

it("the health of a product is unchecked before the first check, and unwatchable if no check is possible", () => {
  expect(summarizeHealth([north], [], always)).toMatchObject({
    state: "unchecked",
    outcome: null,
    retailer: null,
  });
  expect(summarizeHealth([north], [], () => false)).toMatchObject({ state: "unwatchable" });
  expect(summarizeHealth([north], [{ offer: north, check: check("ok", 0) }], () => false)).toMatchObject({
    state: "unwatchable",
  });
  expect(summarizeHealth([], [], always)).toMatchObject({ state: "unwatchable" });
});

describe("pages to visit", () => {
  const blocked = (lastGoodMs: number | null) => ({
    offer: north,
    check: check("blocked", 1, 9 * DAY_MS, lastGoodMs),
  });
  const pages = (lastGoodMs: number | null, maxAgeMs: number) =>
    pagesToVisit([blocked(lastGoodMs)], maxAgeMs, 10 * DAY_MS);

  it("are those of shops that refuse checks, once their price is old", () => {
    expect([pages(null, DAY_MS), pages(9 * DAY_MS, DAY_MS), pages(9 * DAY_MS + 1, DAY_MS)]).toEqual([
      [north.url],
      [north.url],
      [],
    ]);
    expect(pages(4 * DAY_MS, 7 * DAY_MS)).toEqual([]);
  });

  it("are none of shops that fail otherwise", () => {
    const failing = { offer: north, check: check("http 500", 3, 9 * DAY_MS, null) };
    expect(pagesToVisit([failing], DAY_MS, 10 * DAY_MS)).toEqual([]);
  });
});
