import { afterEach, describe, expect, it } from "vitest";
import { speakTo } from "../../../../../src/renderer/lib/texts.js";
import { healthText } from "../../../../../src/renderer/lib/watch/watch-health.js";
import type { WatchHealth, WatchRow } from "../../../../../src/shared/app/watch.js";
import { de } from "../../../../../src/shared/texts/de/index.js";
import { en } from "../../../../../src/shared/texts/en/index.js";

const NOW = Date.parse("2026-06-15T12:00:00.000Z");

const failing: WatchHealth = {
  state: "failing",
  outcome: "no price",
  failures: 3,
  last_good_at: "2026-06-14T12:00:00.000Z",
  retailer: "shop.example",
};

function rowWith(health: WatchHealth): WatchRow {
  return {
    service: "product/kettle/1",
    title: "Kettle",
    image: null,
    category: null,
    brand: null,
    tags: [],
    best: null,
    is_in_stock: false,
    change_since_yesterday: null,
    below_median30: null,
    is_lowest_ever: false,
    target: null,
    schedule: "daily",
    retailer: null,
    next_check_at: "2026-06-16T10:00:00.000Z",
    last_check_at: "2026-06-15T10:00:00.000Z",
    is_running: false,
    added_at: "2026-06-01T10:00:00.000Z",
    snoozed_until: null,
    health,
  };
}

afterEach(() => speakTo({ language: "en", locale: "en-US" }, en));

describe("checks that go wrong, in a row of the watch list", () => {
  it("are told in the engine's own word in English", () => {
    expect(healthText(rowWith(failing), NOW)).toBe("shop.example: 3 failures since 1 day ago: no price");
  });

  it("are told in German to a German reader", () => {
    speakTo({ language: "de", locale: "de-DE" }, de);
    expect(healthText(rowWith(failing), NOW)).toBe(
      "shop.example: 3 Fehlschläge seit der Prüfung vor 1 Tag: kein Preis",
    );
  });
});
