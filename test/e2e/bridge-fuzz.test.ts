import type { ElectronApplication, Page } from "@playwright/test";
import fc from "fast-check";
import { judgeCall } from "../fuzz/judges/call.js";
import { callCases, inputOf } from "../fuzz/targets/call-cases.js";
import { ipcCases } from "../fuzz/targets/ipc-cases.js";
import { commitSeed } from "../support/commit-seed.js";
import { expect, test } from "../support/electron.js";

/** What is made in masses elsewhere, in a real window for once: over the bridge, and below it. */

const cases = 400;
const fixedSeed = 20_261_121;
/** These open dialogs, other windows, or end what the test needs. */
const skipped = /^(data:|page:|shell:|desktop:|engine:restart)/;
/** These fill the catalogue, or ask the network. */
const slow = /^(sample\.|links\.add|services\.|webhooks\.test)/;

type Sent = { readonly operation: string; readonly input: unknown };

/** As one text there and back: the test tool takes values apart field by field, which takes minutes for large ones. */
async function callAll(page: Page, made: readonly Sent[]): Promise<unknown[]> {
  const answers = await page.evaluate(async (text) => {
    const invoke = window.tidemark.invoke as (...args: unknown[]) => Promise<unknown>;
    const calls = JSON.parse(text) as { operation: string; input: unknown }[];
    const sent = calls.map(({ operation, input }) => invoke("engine:call", operation, input));
    return JSON.stringify(await Promise.all(sent));
  }, JSON.stringify(made));
  return JSON.parse(answers) as unknown[];
}

for (const [name, seed] of [
  ["the seed that it always has", fixedSeed],
  ["the commit's own seed", commitSeed],
] as const)
  test(`the bridge answers calls of ${name}`, async ({ tidemark: { page } }) => {
    const made = fc
      .sample(callCases(), { seed, numRuns: cases })
      .filter(({ operation }) => !slow.test(operation))
      .map((each) => ({ operation: each.operation, input: inputOf(each) }));
    const results = await callAll(page, made);
    results.forEach((result, i) => {
      const sent = made[i];
      expect(
        () => judgeCall(sent?.operation ?? "", result as never),
        `seed ${seed}: ${JSON.stringify(sent)}`,
      ).not.toThrow();
    });
    expect(await page.evaluate(() => window.tidemark.invoke("engine:status"))).toMatchObject({
      state: "ready",
    });
  });

test("the bridge refuses what cannot be sent, and goes on", async ({ tidemark: { page } }) => {
  const outcomes = await page.evaluate(async () => {
    const invoke = window.tidemark.invoke as (...args: unknown[]) => Promise<{ ok: boolean }>;
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    const odd: unknown[] = [
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
    for (const each of odd)
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

/** Sends to the choke point itself, as the page's own frame, what the bridge would not let through. */
async function sendAll(
  app: ElectronApplication,
  messages: readonly { channel: string; args: readonly unknown[] }[],
) {
  return app.evaluate(async ({ BrowserWindow, ipcMain }, text) => {
    const sent = JSON.parse(text) as { channel: string; args: unknown[] }[];
    // Electron keeps these for itself; its types leave them out.
    const { _invokeHandlers: handlers } = ipcMain as unknown as {
      _invokeHandlers: Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>;
    };
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const event = { sender: contents, senderFrame: contents?.mainFrame, type: "frame" };
    const results: string[] = [];
    for (const { channel, args } of sent) {
      const handle = handlers.get(channel);
      if (handle === undefined) results.push("unknown");
      else
        results.push(
          await Promise.resolve(handle(event, ...args)).then(
            () => "answered",
            (error: Error) => error.message,
          ),
        );
    }
    return results;
  }, JSON.stringify(messages));
}

test("the choke point takes messages of any form", async ({ tidemark: { app, page } }) => {
  const seed = commitSeed;
  const messages = fc
    .sample(ipcCases, { seed, numRuns: cases })
    .filter(({ channel, args }) => !skipped.test(channel) && !slow.test(String(args[0])))
    .map(({ channel, args }) => ({ channel, args: JSON.parse(safeJson(args)) as unknown[] }));
  const results = await sendAll(app, messages);
  results.forEach((result, i) => {
    const channel = messages[i]?.channel ?? "";
    const allowed = ["answered", "unknown", `The arguments of ${channel} are invalid.`];
    expect(allowed, `seed ${seed}: ${JSON.stringify(messages[i])?.slice(0, 500)}`).toContain(result);
  });
  expect(await page.evaluate(() => window.tidemark.invoke("engine:status"))).toMatchObject({
    state: "ready",
  });
});

/** Playwright sends JSON; what is none is tried in the other runs. */
function safeJson(args: readonly unknown[]): string {
  try {
    return JSON.stringify(args) ?? "[]";
  } catch {
    return "[]";
  }
}
