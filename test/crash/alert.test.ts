import { rmSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt } from "../support/cli.js";
import { moveClock } from "../support/clock.js";
import { armKill, commitsSinceArmed } from "../support/process.js";
import { copyWorld, finalInbox, prepare, startIn } from "./market.js";

beforeAll(ensureBuilt);

describe("alerts after a crash", () => {
  it("a price drop is recorded exactly once and announced, whichever commit the engine is killed at", {
    timeout: 240_000,
  }, async () => {
    const prepared = await prepare();
    const expectedTypes = ["price_drop"];
    let kills = 0;
    for (let n = 1; ; n++) {
      let isOver = false;
      for (const when of ["before", "after"]) {
        const world = copyWorld(prepared);
        const doomed = startIn(world, true);
        await doomed.ready();
        // Commits are counted from here on. The clock moves to after the price drop.
        armKill(world.killFile, `${n} ${when}`);
        moveClock(world.folder, prepared.offsetMs);
        const entries = await finalInbox(doomed, world, prepared.productKey).catch(() => null);
        if (entries === null) {
          kills++;
          await doomed.exited;
        } else {
          expect(entries.map(({ type }) => type).sort()).toEqual(expectedTypes);
          isOver = commitsSinceArmed(world.killFile) < n;
          await doomed.kill();
        }
        rmSync(world.killFile, { force: true });
        const next = startIn(world, false);
        const after = await finalInbox(next, world, prepared.productKey);
        expect(after.map(({ type }) => type).sort(), `killed ${when} commit ${n}`).toEqual(expectedTypes);
        expect(after[0]?.reason).toMatch(/^\$[\d.,]+ at sample-/);
        const announced = [...doomed.events, ...next.events].flatMap((event) =>
          event.kind === "inbox" ? [event.entry.event_id] : [],
        );
        // An engine that is killed before it has marked an announcement repeats it, and the app drops the repeat.
        expect(announced.length, `killed ${when} commit ${n}`).toBeGreaterThanOrEqual(1);
        expect(new Set([...announced, ...after.map(({ event_id }) => event_id)]).size).toBe(1);
        await next.kill();
      }
      if (isOver) break;
    }
    // Killed before and after each of six commits: run started, check recorded, run ended with its alert, event queued,
    // alert announced, delivery recorded.
    expect(kills).toBeGreaterThanOrEqual(12);
  });
});
