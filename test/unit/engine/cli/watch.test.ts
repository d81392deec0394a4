import { describe, expect, it } from "vitest";
import { asSettled } from "../../../../src/main/engine/cli/commands/watch.js";
import { answerQuestion, describeRefusal } from "../../../../src/main/engine/cli/commands/watch-add.js";
import type { AddLinkResult, PageChoice } from "../../../../src/shared/app/pages.js";

const link = "https://shop.example/p/1";
const request = { url: link };

function choice(price: number, variant: string | null): PageChoice {
  const pick = { from: "json-ld", variant, nth: 0 };
  return { pick, variant, place: null, price, currency: "USD", availability: "in" };
}

const several: AddLinkResult = {
  outcome: "choose",
  title: "Lantern",
  image: null,
  choices: [choice(49.99, "Black"), choice(59.99, null)],
};
const otherSize: AddLinkResult = {
  outcome: "size",
  title: "Tea, 500 g",
  image: null,
  price: 9,
  currency: "EUR",
  size: { amount: 500, unit: "g" },
  product_key: "product/tea/1",
  product_size: { amount: 250, unit: "g" },
};

describe("answering a page's question", () => {
  it("selects the candidate with the given price, once", () => {
    const answered = answerQuestion(request, several, 59.99);
    expect(answered).toEqual({ ...request, pick: { from: "json-ld", variant: null, nth: 0 } });
    expect(answered && answerQuestion(answered, several, 59.99)).toBeNull();
    expect(answerQuestion(request, several, 60)).toBeNull();
    expect(answerQuestion(request, several, undefined)).toBeNull();
  });

  it("keeps a page of another pack size apart", () => {
    const answered = answerQuestion(request, otherSize, undefined);
    expect(answered).toEqual({ ...request, other_size: "separate" });
    expect(answered && answerQuestion(answered, otherSize, undefined)).toBeNull();
  });
});

describe("describing a link that was not added", () => {
  it("lists candidates as extract prints them", () => {
    expect(describeRefusal(link, several)).toMatchObject({
      status: "ambiguous",
      candidates: [
        { price: 49.99, currency: "USD", availability: "in", variant: "Black", from: "json-ld" },
        { price: 59.99, currency: "USD", availability: "in", from: "json-ld" },
      ],
    });
  });

  it.each([
    ["captcha", "blocked"],
    ["missing", "blocked"],
    ["error", "blocked"],
    ["no-product", "nothing"],
    ["out-of-stock", "nothing"],
    ["timeout", "failed"],
    ["network", "failed"],
    [null, "failed"],
  ] as const)("reports the cause %s as %s, with reason and advice", (cause, status) => {
    const result = {
      outcome: "unread",
      host: "shop.example",
      cause,
      reason: "It did not work.",
      advice: "Try again.",
      title: null,
      is_rendered: true,
    } as const;
    expect(describeRefusal(link, result)).toEqual({ link, status, reason: "It did not work. Try again." });
  });

  it("says how long a pause lasts", () => {
    const result = { outcome: "paused", host: "shop.example", wait_ms: 150_000, is_requested: true } as const;
    expect(describeRefusal(link, result)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("another 3 minutes"),
    });
  });
});

describe("asSettled", () => {
  it("yields results as they come, with a limited number in progress", async () => {
    let running = 0;
    let maxRunning = 0;
    const work = async (turns: number) => {
      maxRunning = Math.max(maxRunning, ++running);
      for (let i = 0; i < turns; i++) await Promise.resolve();
      running--;
      return turns;
    };
    const results: number[] = [];
    for await (const result of asSettled([300, 50, 10, 20], 2, work)) results.push(result);
    expect({ results, maxRunning }).toEqual({ results: [50, 10, 20, 300], maxRunning: 2 });
  });
});
