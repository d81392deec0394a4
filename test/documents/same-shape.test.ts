import { describe, expect, it } from "vitest";
import { findOutputDifferences } from "../support/documents/shown-output.js";

const real = JSON.stringify({
  ok: true,
  key: "ss_live_q1oubE7Q",
  at: "2026-11-21T18:08:37Z",
  pid: 4711,
  cost: 3,
  list: [{ name: "a", n: 1 }, { name: "b" }],
});

describe("JSON shown on a page", () => {
  it.each([
    [real],
    ['{"ok":true,"key":"ss_live_…","at":"2020-01-02T03:04:05Z","pid":1,"cost":3,"list":[…]}'],
    ['{\n  "ok": true,\n  "list": [{"name": "a", …}, …],\n  …\n}'],
    ['{"list":[{"n":1,"name":"a"},{"name":"b"}], …}'],
    ["{…}"],
  ])("matching JSON is accepted: %s", (shown) => {
    expect(findOutputDifferences("json", shown, real)).toEqual([]);
  });

  it.each([
    ["is present but not shown", '{"ok":true,"key":"ss_live_…"}'],
    ["is shown but missing", '{"gone":1, …}'],
    ["$.ok is true, but false is shown", '{"ok":false, …}'],
    ["$.cost is 3, but 4 is shown", '{"cost":4, …}'],
    ["$.key is", '{"key":"sk_live_…", …}'],
    ["$.list has 2 entries, but 1 are shown", '{"list":[{"name":"a","n":1}], …}'],
    ["$.list[0].n is present but not shown", '{"list":[{"name":"a"}, …], …}'],
    ["$.list[1].name is b, but c is shown", '{"list":[{…},{"name":"c"}], …}'],
    ["The output has 1 lines of JSON", "{…}\n{…}"],
  ])("differing JSON is reported as '%s': %s", (difference, shown) => {
    expect(findOutputDifferences("json", shown, real).join()).toContain(difference);
  });
});

describe("text shown on a page", () => {
  const table =
    "retailer          price      seen\nshop.example      78.00 USD  2026-11-21\nother.example     9.50 USD   2026-11-20\n";

  it.each([
    ["retailer  price  seen\nshop.example  1.00 USD  2020-01-01\nother.example  2.00 USD  2020-01-01"],
    ["retailer  price  seen\n…"],
    ["retailer  …\nshop.example  …\n…"],
  ])("matching text is accepted: %j", (shown) => {
    expect(findOutputDifferences("text", shown, table)).toEqual([]);
  });

  it.each([
    ["retailer  price  seen"],
    ["retailer  price\n…"],
    ["retailer  price  seen\nshop.example  78.00 EUR  2026-11-21\n…"],
  ])("differing text is reported: %j", (shown) => {
    expect(findOutputDifferences("text", shown, table)).not.toEqual([]);
  });
});
