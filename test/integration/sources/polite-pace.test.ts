import { expect, it, vi } from "vitest";
import { addLink } from "../../../src/main/engine/operations/pages/add-link.js";
import { createCommandContext } from "../../../src/main/engine/process/engine.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import { startShop, startShopEngine } from "../../support/shop.js";

it("a shop is left alone for five to seven seconds after each page, by later commands, too", async () => {
  const shop = await startShop();
  const { folder: dataFolder, clock, db } = await startShopEngine([shop]);
  let monotonicMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => monotonicMs);
  /** What a command would do now; without a pace of its own, as every program but a test. */
  const startCommand = () => {
    const context = createCommandContext(
      { dataFolder, version: "0", clock, log: silentLog, secretKey: null },
      db,
    );
    const visit = () =>
      context.visitor.visit(`${shop.origin}/p/2`, { maxWaitMs: 0, signal: new AbortController().signal });
    return { context, visit };
  };
  const first = startCommand();
  await addLink(first.context, first.context.visitor, { url: `${shop.origin}/p/1` });
  const pauses = [await first.visit(), await startCommand().visit()];
  for (const pause of pauses) {
    expect(pause).toMatchObject({ kind: "paused", isRequested: false });
    const { waitMs } = pause as { readonly waitMs: number };
    expect(waitMs).toBeGreaterThanOrEqual(5_000);
    expect(waitMs).toBeLessThanOrEqual(7_000);
  }
  expect(shop.requests).toHaveLength(1);
  const pass = () => {
    monotonicMs += 7_000;
    clock.advance(7_000);
  };
  pass();
  const other = startCommand();
  expect([await first.visit(), shop.requests.length]).toMatchObject([{ kind: "done" }, 2]);
  // A command that runs at the same time keeps the pause, too.
  expect([await other.visit(), shop.requests.length]).toMatchObject([{ kind: "paused" }, 2]);
  pass();
  expect([await startCommand().visit(), shop.requests.length]).toMatchObject([{ kind: "done" }, 3]);
  vi.restoreAllMocks();
});
