import { expect, it } from "vitest";
import type { ShopWay } from "../../../../../src/main/engine/db/pages/shop.js";
import {
  hasPrice,
  type PageVisit,
  visitBothWays,
} from "../../../../../src/main/engine/sources/page/both-ways.js";
import { readPage } from "../../../../../src/main/engine/sources/page/read-page.js";
import { DAY_MS } from "../../../../../src/shared/time.js";

const url = "https://shop.example/p/1";
const nowMs = Date.UTC(2026, 10, 1);
const priced = '<html lang="en-US"><h1>Lamp</h1><p class="price">$12.00</p><button>Add to cart</button>';
const challenge = "<title>Just a moment...</title><p>Checking your browser.</p>";

function visited(status: number, html: string, isRendered: boolean): PageVisit {
  const validators = { etag: null, lastModified: null, retryAfterSeconds: null };
  const outcome = { kind: "page", url, status, html, ...validators } as const;
  return { outcome, reading: readPage({ url, outcome }), isRendered };
}

function failedVisit(outcome: string): PageVisit {
  const failure = { kind: "failed", outcome, detail: "" } as const;
  return { outcome: failure, reading: failure, isRendered: false };
}

/** The ways in which a page is visited, and what is remembered of its shop. */
async function waysOf(
  plain: PageVisit,
  rendered: PageVisit,
  { isUrgent = true, canRender = true, way = null as ShopWay | null } = {},
) {
  const visits: ("plain" | "rendered")[] = [];
  let remembered = way;
  await visitBothWays(
    {
      url,
      canRender,
      mustRender: false,
      isUrgent,
      isRead: (reading) => hasPrice(reading, null),
      visit: async (isRendered) => {
        visits.push(isRendered ? "rendered" : "plain");
        return { kind: "done", result: isRendered ? rendered : plain };
      },
    },
    {
      find: () => remembered,
      save: (_url, saved) => {
        remembered = saved;
      },
      nowMs: () => nowMs,
    },
  );
  return { visits, isRendered: remembered?.isRendered ?? null };
}

const shown = visited(200, priced, true);
const refused = visited(403, "", false);

it.each([
  ["a refusal by status", refused],
  ["a challenge page", visited(403, challenge, false)],
  ["a bot wall", visited(200, challenge, false)],
  ["a captcha", visited(200, "<title>Robot Check</title><p>Type the captcha.</p>", false)],
])(
  "%s is tried once in the hidden browser for a shopper who waits, and what came of it is remembered",
  async (_what, wall) => {
    expect(await waysOf(wall, shown)).toEqual({ visits: ["plain", "rendered"], isRendered: true });
    expect(await waysOf(wall, wall)).toEqual({ visits: ["plain", "rendered"], isRendered: false });
  },
);

it.each([
  ["a request for fewer visits", visited(429, "", false)],
  ["a shop that is closed for now", visited(503, challenge, false)],
  ["a refusal for legal reasons", visited(451, "", false)],
  ["a log-in", visited(401, "", false)],
  ["a page that is gone", visited(404, "", false)],
  ["a private address", failedVisit("refused address")],
  ["a redirect to a private address", failedVisit("refused redirect")],
  ["a network failure", failedVisit("network")],
])("%s is not tried in the hidden browser", async (_what, wall) => {
  expect(await waysOf(wall, shown)).toEqual({ visits: ["plain"], isRendered: null });
});

it.each([
  ["where there is none", { canRender: false }, ["plain"]],
  ["by a scheduled check", { isUrgent: false }, ["plain"]],
  [
    "within a day after it was in vain",
    { way: { isRendered: false, triedMs: nowMs - DAY_MS + 1 } },
    ["plain"],
  ],
  [
    "a day after it was in vain",
    { way: { isRendered: false, triedMs: nowMs - DAY_MS } },
    ["plain", "rendered"],
  ],
  [
    "after a clock that ran ahead was set back",
    { way: { isRendered: false, triedMs: nowMs + 8 * DAY_MS } },
    ["plain", "rendered"],
  ],
  [
    "by a scheduled check of a shop where it has worked",
    { isUrgent: false, way: { isRendered: true, triedMs: nowMs } },
    ["rendered"],
  ],
  [
    "by a scheduled check that tries whether the shop still refuses",
    { isUrgent: false, way: { isRendered: true, triedMs: nowMs - 8 * DAY_MS } },
    ["plain", "rendered"],
  ],
])("the hidden browser of a shop that refuses is used %s as follows", async (_when, options, visits) => {
  expect(await waysOf(refused, shown, options)).toMatchObject({ visits });
});

it.each([
  ["does not run", "needs a window"],
  ["ends while it shows the page", "crashed"],
])("a hidden browser that %s changes nothing in what is remembered", async (_what, outcome) => {
  const broken = failedVisit(outcome);
  const unpriced = visited(200, "<h1>Lamp</h1>", false);
  const way = { isRendered: true, triedMs: nowMs };
  expect(await waysOf(unpriced, broken, { way })).toEqual({
    visits: ["rendered", "plain"],
    isRendered: true,
  });
  expect(await waysOf(unpriced, broken)).toEqual({ visits: ["plain", "rendered"], isRendered: null });
});
