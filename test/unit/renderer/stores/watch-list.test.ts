import { beforeEach, describe, expect, it } from "vitest";
import { readSavedRows } from "../../../../src/renderer/lib/watch/saved-rows.js";
import {
  followWatchList,
  loadWatchList,
  refreshRows,
  saveTopRows,
  showRows,
  useWatchList,
} from "../../../../src/renderer/stores/watch-list.js";
import type { WatchRow } from "../../../../src/shared/app/watch.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import {
  type Deferred,
  defer,
  type FakeBridge,
  installFakeBridge,
  success,
} from "../../../support/fake-bridge.js";
import { memoryStorage } from "../../../support/memory-storage.js";
import { createWatchRow } from "../../../support/watch-row.js";

const kettle = createWatchRow();
const page = (rows: readonly WatchRow[], next: number | null = null) =>
  success<"watch.list">({ rows: [...rows], next, total: rows.length });
const pages = (...titles: readonly string[]) => page(titles.map((title) => ({ ...kettle, title })));
const rows = (title: string) => success<"watch.rows">({ rows: [{ ...kettle, title }], gone: [] });
let bridge: FakeBridge;

beforeEach(async () => {
  Object.assign(globalThis, { localStorage: memoryStorage() });
  bridge = await installFakeBridge({ "watch.list": () => pages("Kettle") });
  await loadWatchList();
});

describe("what is kept for the next start", () => {
  it("is what is on top of the list", () => {
    const { items } = useWatchList.getState();
    saveTopRows(items, items);
    expect(readSavedRows(localStorage)).toEqual({ rows: [kettle], total: 1 });
  });

  it("is nothing once the list is empty, though its last rows were drawn a moment ago", async () => {
    followWatchList();
    const { items } = useWatchList.getState();
    bridge.handle({ "watch.list": () => pages() });
    await loadWatchList();
    saveTopRows(items, items);
    expect(readSavedRows(localStorage)).toBeNull();
  });
});

it("sparklines are read only for rows on screen, and only while the list shows them", async () => {
  const asked: string[][] = [];
  bridge.handle({
    "watch.sparklines": ({ product_keys: productKeys }) => {
      asked.push([...productKeys]);
      return success<"watch.sparklines">({ lines: [] });
    },
  });
  await showRows([kettle.product_key], false);
  expect(asked).toEqual([]);
  await showRows([kettle.product_key], true);
  expect(asked).toEqual([[kettle.product_key]]);
});

describe("of two answers about a row", () => {
  const title = () => useWatchList.getState().items[0]?.row.title;
  let lateRows: Deferred<CallResult<"watch.rows">>;
  let latePage: Deferred<CallResult<"watch.list">>;

  beforeEach(() => {
    lateRows = defer();
    latePage = defer();
    bridge.handle({ "watch.rows": () => lateRows.promise, "watch.list": () => latePage.promise });
  });

  it("the list's is newer than one of a row that was asked for before it and comes during it", async () => {
    const refreshing = refreshRows([kettle.product_key]);
    const loading = loadWatchList();
    lateRows.resolve(rows("Older"));
    await refreshing;
    latePage.resolve(pages("Newer"));
    await loading;
    expect(title()).toBe("Newer");
  });

  it("the list's is newer than one of a row that was asked for before it and comes after it", async () => {
    const refreshing = refreshRows([kettle.product_key]);
    const loading = loadWatchList();
    latePage.resolve(pages("Newer"));
    await loading;
    lateRows.resolve(rows("Older"));
    await refreshing;
    expect(title()).toBe("Newer");
  });

  it("a row's own is newer than the page that was asked for before it, whichever comes first", async () => {
    const loading = loadWatchList();
    const refreshing = refreshRows([kettle.product_key]);
    lateRows.resolve(rows("Newer"));
    await refreshing;
    latePage.resolve(pages("Older"));
    await loading;
    expect(title()).toBe("Newer");
  });

  it("a row's own is older than a page that was asked for after it, in the midst of a reading", async () => {
    const other = createWatchRow({ product_key: "product/lamp/1" });
    const answers = [latePage.promise];
    bridge.handle({ "watch.list": () => answers.shift() ?? pages("Newer") });
    const loading = loadWatchList();
    const refreshing = refreshRows([kettle.product_key]);
    latePage.resolve(page([other], 1));
    await loading;
    lateRows.resolve(rows("Older"));
    await refreshing;
    expect(useWatchList.getState().items[1]?.row.title).toBe("Newer");
  });

  it("the later question's is newer, whichever is answered first", async () => {
    const early = defer<CallResult<"watch.rows">>();
    const answers = [early.promise, lateRows.promise];
    bridge.handle({ "watch.rows": () => answers.shift() ?? rows("None") });
    const first = refreshRows([kettle.product_key]);
    const second = refreshRows([kettle.product_key]);
    lateRows.resolve(rows("Newer"));
    await second;
    early.resolve(rows("Older"));
    await first;
    expect(title()).toBe("Newer");
  });

  it("a row that has come back is not gone because it was before", async () => {
    const refreshing = refreshRows([kettle.product_key]);
    const loading = loadWatchList();
    latePage.resolve(pages("Back"));
    await loading;
    lateRows.resolve(success<"watch.rows">({ rows: [], gone: [kettle.product_key] }));
    await refreshing;
    expect(title()).toBe("Back");
  });
});
