import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WatchRow } from "../../../../../src/renderer/features/watch/watch-row.js";
import type { WatchRow as Row } from "../../../../../src/shared/app/watch.js";
import { createWatchRow } from "../../../../support/watch-row.js";

/** The markup of the line under the title. */
function statusOf(row: Row): string {
  const place = { index: 0, top: 0, columns: [], isSelected: false, isActive: false, isShown: false };
  const markup = renderToStaticMarkup(
    createElement(WatchRow, { ...place, row, sparkline: undefined, nowMs: Date.UTC(2026, 5, 15) }),
  );
  return /class="row-status.*?<\/div>/.exec(markup)?.[0] ?? "";
}

it("a row says what keeps its shop from being checked, then what the price has reached, then its tags", () => {
  const { health } = createWatchRow();
  const row = createWatchRow({
    health: { ...health, state: "blocked", failures: 3 },
    is_lowest_ever: true,
    tags: ["Camping", "Gifts"],
  });
  expect(statusOf(row)).toContain('title="Camping, Gifts"');
  const parts = statusOf(row).match(/class="(?:warn|tag [a-z-]+)">[^<]+/g);
  expect(parts).toEqual([
    expect.stringMatching(/^class="warn">/),
    'class="tag tone-good">Lowest ever',
    'class="tag tone-plain">Camping',
    'class="tag tone-plain">Gifts',
  ]);
});

it.each([
  [["lamps.example"], "lamps.example"],
  [["lamps.example", "lights.example"], "2 shops"],
])("a row that is out of stock everywhere names its shop, or how many there are: %s", (retailers, named) => {
  const status = statusOf(createWatchRow({ best: null, is_in_stock: false, retailers }));
  expect(status.replace(/<[^>]*>/g, "")).toMatch(new RegExp(`^[^·]*${named} · `));
});
