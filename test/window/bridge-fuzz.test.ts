import type { Page } from "@playwright/test";
import fc from "fast-check";
import { callCases, toInput } from "../fuzz/inputs/call-cases.js";
import { checkCallResult } from "../fuzz/oracles/call.js";
import { expect, test } from "../support/electron.js";
import { commitSeed } from "../support/seed.js";

/** Runs some of the fuzzers' cases through the bridge of a real window. */

const caseCount = 400;
const fixedSeed = 20_261_121;
/** These fill the catalogue, or use the network. */
const slowOperations = /^(sample\.|links\.add|upstreams\.|webhooks\.test)/;

type Call = { readonly operation: string; readonly input: unknown };

/** Sends and receives one JSON string: Playwright serializes values field by field, which takes minutes for large ones. */
async function callAll(page: Page, calls: readonly Call[]): Promise<unknown[]> {
  const results = await page.evaluate(async (text) => {
    const invoke = window.tidemark.invoke as (...args: unknown[]) => Promise<unknown>;
    const calls = JSON.parse(text) as { operation: string; input: unknown }[];
    const sent = calls.map(({ operation, input }) => invoke("engine:call", operation, input));
    return JSON.stringify(await Promise.all(sent));
  }, JSON.stringify(calls));
  return JSON.parse(results) as unknown[];
}

for (const [name, seed] of [
  ["the fixed seed", fixedSeed],
  ["the commit's seed", commitSeed],
] as const)
  test(`the bridge answers calls generated from ${name}`, async ({ page }) => {
    const calls = fc
      .sample(callCases(), { seed, numRuns: caseCount })
      .filter(({ operation }) => !slowOperations.test(operation))
      .map((each) => ({ operation: each.operation, input: toInput(each) }));
    const results = await callAll(page, calls);
    results.forEach((result, i) => {
      const sent = calls[i];
      expect(
        () => checkCallResult(sent?.operation ?? "", result as never),
        `seed ${seed}: ${JSON.stringify(sent)}`,
      ).not.toThrow();
    });
    expect(await page.evaluate(() => window.tidemark.invoke("engine:status"))).toMatchObject({
      state: "ready",
    });
  });

test("the bridge survives values that cannot be cloned", async ({ page }) => {
  const outcomes = await page.evaluate(async () => {
    const invoke = window.tidemark.invoke as (...args: unknown[]) => Promise<{ ok: boolean }>;
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const uncloneable: unknown[] = [
      () => 1,
      Symbol("x"),
      document.body,
      window,
      new WeakMap(),
      Promise.resolve(1),
      loop,
      1n,
      new Error("x"),
    ];
    const results = [];
    for (const each of uncloneable)
      try {
        results.push((await invoke("engine:call", "app.info", each)).ok ? "answered" : "refused");
      } catch {
        results.push("refused");
      }
    return results;
  });
  expect(outcomes).toHaveLength(9);
  expect(await callAll(page, [{ operation: "app.info", input: {} }])).toMatchObject([{ ok: true }]);
});
