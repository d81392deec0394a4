import { describe, expect, it } from "vitest";
import { nextStep } from "../../../../../src/main/engine/operations/lists/next-step.js";
import type { AddLinkResult, UnreadCause } from "../../../../../src/shared/app/pages.js";
import { HOUR_MS, MINUTE_MS } from "../../../../../src/shared/time.js";

function unread(cause: UnreadCause | null) {
  const page = { host: "shop.example", title: null, is_rendered: false };
  return { outcome: "unread", ...page, cause, reason: "It is so.", advice: "Do that." } as const;
}

const failed = { kind: "settled", state: "failed", reason: "It is so. Do that." };

describe("the next step of a list's link", () => {
  it.each(["network", "timeout", "tls", "error"] as const)("is another visit after %s, twice", (cause) => {
    const steps = [0, 1, 2].map((failures) => nextStep(unread(cause), failures));
    expect(steps).toEqual([
      { kind: "retry", waitMs: 5 * MINUTE_MS, isForShop: false },
      { kind: "retry", waitMs: HOUR_MS, isForShop: false },
      failed,
    ]);
  });

  it("is a growing pause of the whole shop if it asks for fewer visits, three times", () => {
    const steps = [0, 1, 2, 3].map((failures) => nextStep(unread("rate-limit"), failures));
    expect(steps).toEqual([
      { kind: "retry", waitMs: 2 * MINUTE_MS, isForShop: true },
      { kind: "retry", waitMs: 10 * MINUTE_MS, isForShop: true },
      { kind: "retry", waitMs: HOUR_MS, isForShop: true },
      failed,
    ]);
  });

  it.each(["captcha", "log-in", "missing", "no-product", null] as const)(
    "is a question after %s",
    (cause) => {
      expect(nextStep(unread(cause), 0)).toEqual({ ...failed, state: "question" });
    },
  );

  it("waits as long as the shop is left alone, but no shorter than a second", () => {
    const paused = { outcome: "paused", host: "shop.example", is_requested: true } as const;
    expect(nextStep({ ...paused, wait_ms: 90_000 }, 0)).toEqual({ kind: "paused", waitMs: 90_000 });
    expect(nextStep({ ...paused, wait_ms: 0 }, 0)).toEqual({ kind: "paused", waitMs: 1_000 });
  });

  const questions: readonly AddLinkResult[] = [
    { outcome: "choose", title: "Lamp", image: null, choices: [] },
    { outcome: "currency", title: "Lamp", image: null, price: 5, sign: null, possible: [] },
    { outcome: "private", host: "192.168.7.7" },
  ];

  it.each(questions)("is a question about $outcome", (result) => {
    if (result.outcome === "added") throw new Error("Nothing was added.");
    const reason = expect.stringMatching(/^[A-Z1].*\.$/);
    expect(nextStep(result, 0)).toEqual({ kind: "settled", state: "question", reason });
  });
});
