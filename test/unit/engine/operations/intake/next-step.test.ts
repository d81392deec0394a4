import { describe, expect, it } from "vitest";
import { nextStep } from "../../../../../src/main/engine/operations/intake/next-step.js";
import type { AddLinkResult } from "../../../../../src/shared/app/pages.js";
import type { UnreadCause } from "../../../../../src/shared/app/unreached.js";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../../src/shared/time.js";

function unread(cause: UnreadCause | null) {
  const page = { host: "shop.example", title: null, is_rendered: false };
  return { outcome: "unread", ...page, cause, reason: "It is so.", advice: "Do that." } as const;
}

const reason = "It is so. Do that.";
const reasonToWait = "It is so. Tidemark will try again.";
const inList = { failures: 0, isUrgent: false };

function steps(cause: UnreadCause, isUrgent: boolean, count: number) {
  return Array.from({ length: count }, (_, failures) => nextStep(unread(cause), { failures, isUrgent }));
}

describe("the next step of a link", () => {
  it.each([
    ["network", true],
    ["tls", true],
    ["timeout", false],
    ["error", false],
  ] as const)("is another visit after %s, for three days", (cause, isForShop) => {
    const all = steps(cause, false, 16);
    expect(all.slice(0, 3)).toMatchObject(
      [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS].map((waitMs) => ({
        kind: "wait",
        waitMs,
        isForShop,
        isRequested: false,
        question: null,
        reason: reasonToWait,
      })),
    );
    const waitedMs = all.reduce((sum, step) => sum + (step.kind === "wait" ? step.waitMs : 0), 0);
    expect(waitedMs).toBeGreaterThan(3 * DAY_MS);
    expect(all.at(-1)).toMatchObject({ kind: "settled", state: "failed", reason });
  });

  it("shows a shopper who waits at once that a shop was not reached, and goes on trying", () => {
    const all = steps("network", true, 16);
    expect(all[0]).toMatchObject({ kind: "wait", question: { outcome: "unread", cause: "network" } });
    expect(all.at(-1)).toMatchObject({ kind: "settled", state: "question" });
  });

  it.each([
    [true, "question"],
    [false, "failed"],
  ])(
    "is a growing pause of the whole shop if it asks for fewer visits, three times; urgent: %s",
    (isUrgent, state) => {
      expect(steps("rate-limit", isUrgent, 4)).toMatchObject([
        ...[2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS].map((waitMs) => ({
          kind: "wait",
          waitMs,
          isForShop: true,
          isRequested: true,
          reason: reasonToWait,
        })),
        { kind: "settled", state, reason },
      ]);
    },
  );

  it.each(["captcha", "log-in", "missing", "no-product", null] as const)(
    "is a question after %s",
    (cause) => {
      expect(nextStep(unread(cause), inList)).toMatchObject({ kind: "settled", state: "question", reason });
    },
  );

  it("waits as long as the shop is left alone, in whole milliseconds, but no shorter than a second", () => {
    const paused = { outcome: "paused", host: "shop.example", is_requested: true } as const;
    const wait = (ms: number) => nextStep({ ...paused, wait_ms: ms }, inList);
    expect(wait(90_000.25)).toEqual({
      kind: "wait",
      waitMs: 90_001,
      isFailure: false,
      isForShop: true,
      isRequested: true,
      question: null,
      reason: "Visits to shop.example are paused. Tidemark will try again.",
    });
    expect(wait(0)).toMatchObject({ waitMs: 1_000 });
  });

  const questions: readonly AddLinkResult[] = [
    { outcome: "choose", title: "Lamp", image: null, choices: [] },
    { outcome: "currency", title: "Lamp", image: null, price: 5, sign: null, possible: [] },
    { outcome: "private", host: "192.168.7.7" },
  ];

  it.each(questions)("is a question about $outcome", (result) => {
    if (result.outcome === "added") throw new Error("Nothing was added.");
    const said = expect.stringMatching(/^[A-Z1].*\.$/);
    expect(nextStep(result, inList)).toEqual({
      kind: "settled",
      state: "question",
      reason: said,
      question: result,
    });
  });
});
