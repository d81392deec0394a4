import { beforeEach, describe, expect, it } from "vitest";
import { keptRows } from "../../../../src/renderer/lib/watch/kept-rows.js";
import {
  followWatchList,
  keepOnTop,
  loadWatchList,
  useWatchList,
} from "../../../../src/renderer/stores/watch-list.js";
import type { WatchRow } from "../../../../src/shared/app/watch.js";
import { type FakeBridge, fakeBridge, good } from "../support/fake-bridge.js";
import { memoryStorage } from "../support/memory-storage.js";
import { watchRow } from "../support/watch-row.js";

const kettle = watchRow();
const page = (rows: readonly WatchRow[], next: number | null = null) =>
  good<"watch.list">({ rows: [...rows], next, total: rows.length });
const pages = (...titles: readonly string[]) => page(titles.map((title) => ({ ...kettle, title })));
let bridge: FakeBridge;

beforeEach(async () => {
  Object.assign(globalThis, { localStorage: memoryStorage() });
  bridge = await fakeBridge({ "watch.list": () => pages("Kettle") });
  await loadWatchList();
});

describe("what is kept for the next start", () => {
  it("is what is on top of the list", () => {
    const { items } = useWatchList.getState();
    keepOnTop(items, items);
    expect(keptRows(localStorage)).toEqual({ rows: [kettle], total: 1 });
  });

  it("is nothing once the list is empty, though its last rows were drawn a moment ago", async () => {
    const stop = followWatchList();
    const { items } = useWatchList.getState();
    bridge.answers = { "watch.list": () => pages() };
    await loadWatchList();
    keepOnTop(items, items);
    expect(keptRows(localStorage)).toBeNull();
    stop();
  });
});
