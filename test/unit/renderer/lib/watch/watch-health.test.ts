import { afterEach, describe, expect, it } from "vitest";
import { speakTo } from "../../../../../src/renderer/lib/texts.js";
import {
  healthText,
  heldText,
  isNoShopReached,
  isTrouble,
} from "../../../../../src/renderer/lib/watch/watch-health.js";
import * as de from "../../../../../src/shared/texts/de/index.js";
import * as en from "../../../../../src/shared/texts/en/index.js";
import { createWatchRow } from "../../../../support/watch-row.js";

const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
const health = createWatchRow().health;

afterEach(() => speakTo({ language: "en", locale: "en-US" }, en));

describe("how its checks go", () => {
  it.each([
    ["Checked 2 h ago", {}],
    ["Checking now", { is_running: true }],
    ["Added 14 days ago", { last_check_at: null, health: { ...health, state: "unchecked" } }],
    ["No shop can be checked", { health: { ...health, state: "unwatchable" } }],
    [
      "shop.example: blocked. Next try in 3 h.",
      { health: { ...health, state: "blocked", outcome: "blocked", failures: 3, retailer: "shop.example" } },
    ],
    [
      "shop.example: blocked · price entered 2 h ago",
      {
        entered_at: "2026-06-15T10:00:00.000Z",
        health: { ...health, state: "blocked", outcome: "blocked", failures: 3, retailer: "shop.example" },
      },
    ],
    [
      "Entered by hand 2 h ago",
      {
        entered_at: "2026-06-15T10:00:00.000Z",
        health: { ...health, state: "blocked", outcome: "blocked", failures: 3, retailer: "other.example" },
      },
    ],
    [
      "Entered by hand 2 h ago",
      { entered_at: "2026-06-15T10:00:00.000Z", health: { ...health, state: "unwatchable" } },
    ],
    [
      "Checked 2 h ago",
      {
        health: { ...health, state: "blocked", outcome: "blocked", failures: 3, retailer: "other.example" },
      },
    ],
    [
      "Last check: error at the shop. Next try in 3 h.",
      { health: { ...health, state: "failing", outcome: "http 503", failures: 1, last_good_at: null } },
    ],
  ] as const)("%s", (text, change) => expect(healthText(createWatchRow(change), nowMs)).toBe(text));

  it("is told in German to a German reader, outcome and all", () => {
    speakTo({ language: "de", locale: "de-DE" }, de);
    const failing = { ...health, state: "failing", outcome: "no price", failures: 3 } as const;
    expect(healthText(createWatchRow({ health: failing }), nowMs)).toBe(
      "Letzte Prüfung: kein Preis. Nächster Versuch in 3 h.",
    );
  });

  it("is trouble only where something went wrong", () => {
    const states = ["ok", "unchecked", "retrying", "failing", "blocked", "unwatchable"] as const;
    expect(states.filter((state) => isTrouble(createWatchRow({ health: { ...health, state } })))).toEqual([
      "failing",
      "blocked",
      "unwatchable",
    ]);
    const entered = { entered_at: "2026-06-15T10:00:00.000Z" };
    const blocked = { ...health, state: "blocked", retailer: "shop.example" } as const;
    expect(isTrouble(createWatchRow({ ...entered, health: blocked }))).toBe(true);
    expect(isTrouble(createWatchRow({ ...entered, health: { ...health, state: "unwatchable" } }))).toBe(
      false,
    );
  });
});

it("an unconfirmed price is shown beside the one that counts", () => {
  expect(heldText(createWatchRow({ held_price: 4.5 }))).toBe("$4.50 now, to be confirmed");
  expect(heldText(createWatchRow())).toBeNull();
});

const unreached = (retailer: string, outcome = "network", isEverywhere = true) => {
  const failing = { ...health, outcome, failures: 1, retailer, is_everywhere: isEverywhere };
  return createWatchRow({ health: { ...failing, state: "retrying" } });
};
const unwatchable = createWatchRow({ health: { ...health, state: "unwatchable", retailer: null } });

it.each([
  ["every shop was out of reach", [unreached("one.example"), unreached("two.example", "timeout")], true],
  [
    "one product has no shop to check",
    [unreached("one.example"), unreached("two.example"), unwatchable],
    true,
  ],
  ["one was reached", [unreached("one.example"), unreached("two.example"), createWatchRow()], false],
  ["one answered", [unreached("one.example"), unreached("two.example", "http 503")], false],
  ["there is only one shop", [unreached("one.example"), unreached("one.example")], false],
  [
    "another shop of a product was",
    [unreached("one.example"), unreached("two.example", "network", false)],
    false,
  ],
  ["nothing is watched", [], false],
])("shops out of reach are reported together or not where %s", (_, rows, isReported) => {
  expect(isNoShopReached(rows)).toBe(isReported);
});

it("a shop that was not reached does not hide the check of the one with the best price", () => {
  const away = {
    ...health,
    state: "retrying",
    outcome: "network",
    failures: 1,
    retailer: "far.example",
  } as const;
  expect(healthText(createWatchRow({ health: { ...away, is_everywhere: false } }), nowMs)).toBe(
    "Checked 2 h ago",
  );
  expect(healthText(createWatchRow({ health: { ...away, is_everywhere: true } }), nowMs)).toMatch(
    /^far\.example/,
  );
});
