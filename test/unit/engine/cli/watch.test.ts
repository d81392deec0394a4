import { describe, expect, it, vi } from "vitest";
import { asSettled } from "../../../../src/main/engine/cli/commands/watch.js";
import {
  answerQuestion,
  describeRefusal,
  settleLinks,
} from "../../../../src/main/engine/cli/commands/watch-add.js";
import { deleteLink, linksById } from "../../../../src/main/engine/db/intake/link.js";
import { write } from "../../../../src/main/engine/db/store.js";
import { addLinks } from "../../../../src/main/engine/operations/intake/links.js";
import type { LinkQuestion } from "../../../../src/shared/app/links.js";
import type { PageChoice } from "../../../../src/shared/app/pages.js";
import { actingContext } from "../../../support/acting-context.js";
import { openTestStore } from "../../../support/folder.js";

const link = "https://shop.example/p/1";

function choice(price: number, variant: string | null): PageChoice {
  const pick = { from: "json-ld", variant, nth: 0 };
  return { pick, variant, place: null, price, currency: "USD", sign: null, availability: "in" };
}

const several: LinkQuestion = {
  outcome: "choose",
  title: "Lantern",
  image: null,
  choices: [choice(49.99, "Black"), choice(59.99, null)],
};
const otherSize: LinkQuestion = {
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
    const answered = answerQuestion({}, several, 59.99);
    expect(answered).toEqual({ pick: { from: "json-ld", variant: null, nth: 0 } });
    expect(answered && answerQuestion(answered, several, 59.99)).toBeNull();
    expect(answerQuestion({}, several, 60)).toBeNull();
    expect(answerQuestion({}, several, undefined)).toBeNull();
  });

  it("watches a sold-out product without a price, once", () => {
    const unread = { outcome: "unread", host: "shop.example", reason: "", advice: null } as const;
    const soldOut = { ...unread, cause: "out-of-stock", title: "Lamp", is_rendered: false } as const;
    const answered = answerQuestion({}, soldOut, undefined);
    expect(answered).toEqual({ alerts_on_return: true });
    expect(answered && answerQuestion(answered, soldOut, undefined)).toBeNull();
    expect(answerQuestion({}, { ...soldOut, cause: "no-product" }, undefined)).toBeNull();
  });

  it("keeps a page of another pack size apart", () => {
    const answered = answerQuestion({}, otherSize, undefined);
    expect(answered).toEqual({ other_size: "separate" });
    expect(answered && answerQuestion(answered, otherSize, undefined)).toBeNull();
  });
});

describe("waiting for a link", () => {
  /** What becomes of a link while `work` runs, again and again, for half a minute each time. */
  async function waitFor(work: (db: ReturnType<typeof openTestStore>, id: number) => void) {
    const db = openTestStore();
    let nowMs = Date.UTC(2026, 5, 15);
    const context = { ...actingContext(db, () => nowMs), client: "command", reading: new Map() };
    const added = await addLinks(context, { links: [{ text: link, options: {} }], is_urgent: true });
    const id = added.links[0]?.id ?? 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => nowMs);
    const workOnLinks = async () => {
      nowMs += 30_000;
      work(db, id);
      return linksById(db, context.accountId, [id]).length > 0;
    };
    const owner = { context, call: vi.fn(), workOnLinks } as unknown as Parameters<typeof settleLinks>[0];
    const links = new Map([[id, [link]]]);
    const interruption = { reached: new Promise<void>(() => undefined), isOver: () => false, end: vi.fn() };
    const results = [];
    for await (const result of settleLinks(owner, links, undefined, interruption, () => undefined))
      results.push(result);
    clock.mockRestore();
    return { results, stored: linksById(db, context.accountId, [id])[0], nowMs };
  }

  it("ends after two minutes in which nothing was settled; until then, the link is renewed", async () => {
    const { results, stored, nowMs } = await waitFor(() => undefined);
    expect(results).toEqual([
      { link, status: "failed", reason: "It was not read within two minutes. Repeat the link." },
    ]);
    expect(stored?.createdMs).toBe(nowMs);
  });

  it("ends if another command adds it with other options", async () => {
    const { results } = await waitFor((db, id) => write(db, (tx) => deleteLink(tx, id)));
    expect(results).toMatchObject([{ link, status: "failed", reason: expect.stringContaining("Another") }]);
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

  it("names the option that answers a missing currency", () => {
    const asked = { title: "Lamp", image: null, price: 20, sign: "$", possible: ["USD", "CAD"] };
    expect(describeRefusal(link, { outcome: "currency", ...asked })).toMatchObject({
      status: "failed",
      reason: "The page says 20.00 $, but not in which currency. Repeat the link with --currency USD or CAD.",
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
    for await (const result of asSettled([300, 50, 10, 20], 2, work, () => undefined)) results.push(result);
    expect({ results, maxRunning }).toEqual({ results: [50, 10, 20, 300], maxRunning: 2 });
  });

  it("reports while nothing ends", async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const results = [];
    for await (const result of asSettled(
      [0],
      1,
      () => promise,
      () => resolve("checked"),
    ))
      results.push(result);
    expect(results).toEqual(["checked"]);
  });
});
