import { expect, it } from "vitest";
import { maxAttempts, retryDelaysMs } from "../../src/main/engine/domain/delivery-retries.js";
import { politeGapMs } from "../../src/main/engine/sources/page/host-queue.js";
import { deliveryTimeoutMs } from "../../src/main/engine/webhooks/post-event.js";
import { thinHistoryDays } from "../../src/shared/app/limits.js";
import { limits } from "../../src/shared/contract/limits.js";
import { HOUR_MS, MINUTE_MS } from "../../src/shared/time.js";
import { readPage } from "../support/documents/pages.js";

/** A page's text without its line breaks. */
function unwrappedText(page: string): string {
  return readPage(page).replaceAll(/\s+/g, " ");
}

/** `1 minute, 5 minutes, 30 minutes and 2 hours` */
const retryDelays = new Intl.ListFormat("en-GB").format(
  retryDelaysMs.map((ms) => {
    const [count, unit] = ms < HOUR_MS ? [ms / MINUTE_MS, "minute"] : [ms / HOUR_MS, "hour"];
    return `${count} ${unit}${count === 1 ? "" : "s"}`;
  }),
);
const ordinals = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"];

it.each([
  ["docs/api.md", `takes up to ${limits.identifiersPerRequest} identifiers`],
  ["docs/api.md", `\`end\` is at most ${limits.historyWindowDays} days after \`start\``],
  ["docs/api.md", `Up to ${limits.synchronousBatch} identifiers are answered at once`],
  [
    "docs/api.md",
    `From ${limits.synchronousBatch + 1} to ${limits.identifiersPerRequest} identifiers become a job`,
  ],
  ["docs/api.md", `may make ${limits.requestsPerHour.toLocaleString("en")} requests in any hour`],
  ["docs/webhooks.md", `within ${deliveryTimeoutMs / 1_000} seconds counts as delivered`],
  ["docs/webhooks.md", `${retryDelays} after`],
  ["docs/webhooks.md", `${ordinals[maxAttempts - 1]} attempt`],
  ["docs/webhooks.md", `After ${limits.failuresBeforeDisabling} events in a row`],
  ["docs/user-guide.md", `less than ${thinHistoryDays} days of history`],
  ["docs/server.md", `at most once every ${politeGapMs === 5_000 ? "five" : politeGapMs} seconds`],
])("%s states the program's own figures: %s", (page, words) => {
  expect(unwrappedText(page)).toContain(words);
});
