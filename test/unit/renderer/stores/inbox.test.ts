import { beforeEach, describe, expect, it } from "vitest";
import {
  followInbox,
  loadInbox,
  loadOlder,
  markEntries,
  removeEntries,
  useInbox,
} from "../../../../src/renderer/stores/inbox.js";
import { useNotices } from "../../../../src/renderer/stores/notices.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import {
  type Deferred,
  defer,
  type FakeBridge,
  failure,
  installFakeBridge,
  success,
} from "../../../support/fake-bridge.js";
import { createInboxEntry as entry } from "../../../support/inbox-entry.js";
import { untilPasses } from "../../../support/until.js";

function ids(): number[] {
  return useInbox.getState().entries.map(({ id }) => id);
}

const page = success<"inbox.list">({ entries: [entry(3), entry(2)], unread: 3, total: 3 });
const changed = () => success<"inbox.mark">({ changed: 1 });
let bridge: FakeBridge;

beforeEach(async () => {
  bridge = await installFakeBridge({
    "inbox.list": ({ before }) =>
      before === undefined ? page : success<"inbox.list">({ entries: [entry(1)], unread: 3, total: 3 }),
    "inbox.mark": changed,
    "inbox.remove": () => success<"inbox.remove">({ changed: 1, act_id: 5 }),
  });
  useInbox.setState({ entries: [], unread: 0, total: 0, isKnown: false });
  useNotices.setState({ shown: [] });
  await loadInbox();
});

describe("reading", () => {
  it("shows the newest page and asks for what is older than its last entry", async () => {
    expect(ids()).toEqual([3, 2]);
    await loadOlder();
    expect(ids()).toEqual([3, 2, 1]);
    expect(bridge.calls.at(-1)?.input).toMatchObject({ before: 2 });
  });

  it("puts what arrives on top, and keeps it when the page comes late", async () => {
    followInbox();
    const loading = loadInbox();
    bridge.emit({ kind: "inbox", entry: entry(4) });
    await loading;
    expect(ids()).toEqual([4, 3, 2]);
    expect(useInbox.getState()).toMatchObject({ unread: 4, total: 4 });
  });
});

it("a mark shows at once, and what the engine did not keep is taken back", async () => {
  bridge.handle({ "inbox.mark": () => failure("ERR_INTERNAL") });
  const marking = markEntries(true, [entry(3)]);
  expect(useInbox.getState().unread).toBe(2);
  await marking;
  expect(useInbox.getState().unread).toBe(3);
  expect(useNotices.getState().shown[0]?.text).toContain("unexpected");
});

it("removes alerts in a row as one act, and reads them again when that is undone", async () => {
  followInbox();
  await removeEntries([entry(3)]);
  await removeEntries([entry(2)]);
  expect(ids()).toEqual([]);
  expect(useNotices.getState().shown.map(({ text }) => text)).toEqual(["Removed 2 alerts."]);
  expect(bridge.calls.slice(-2)).toEqual([
    { operation: "inbox.remove", input: { ids: [3] } },
    { operation: "inbox.remove", input: { ids: [2], part_of: 5 } },
  ]);
  bridge.emit({ kind: "changed", dataKind: "all" });
  await untilPasses(() => expect(ids()).toEqual([3, 2]));
});

describe("a page that was asked for before a change", () => {
  const readEntry = { ...entry(3), read_at: "2026-06-15T11:00:00.000Z" };
  /** What the engine answers after the change. */
  const after = success<"inbox.list">({ entries: [readEntry, entry(2)], unread: 2, total: 3 });
  let late: Deferred<CallResult<"inbox.list">>;

  /** Begins to load; the first answer waits, and was made before what the test does next. */
  async function loadLate(next: CallResult<"inbox.list">, load = loadInbox) {
    late = defer();
    const answers = [late.promise];
    bridge.calls.length = 0;
    bridge.handle({ "inbox.list": () => answers.shift() ?? next });
    const loading = load();
    await untilPasses(() => expect(bridge.calls.at(-1)?.operation).toBe("inbox.list"));
    return { loading };
  }

  it("is asked for again instead of bringing back what was marked", async () => {
    const { loading } = await loadLate(after);
    await markEntries(true, [entry(3)]);
    late.resolve(page);
    await loading;
    expect(useInbox.getState()).toMatchObject({ unread: 2, isLoading: false });
    expect(useInbox.getState().entries[0]).toEqual(readEntry);
  });

  it("waits for a change that is on its way", async () => {
    const { loading } = await loadLate(after);
    const mark = defer<CallResult<"inbox.mark">>();
    bridge.handle({ "inbox.mark": () => mark.promise });
    const marking = markEntries(true, [entry(3)]);
    late.resolve(page);
    await late.promise;
    expect(useInbox.getState().unread).toBe(2);
    mark.resolve(changed());
    await Promise.all([loading, marking]);
    expect(useInbox.getState()).toMatchObject({ unread: 2, isLoading: false });
  });

  it("does not bring back what was removed", async () => {
    const { loading } = await loadLate(success<"inbox.list">({ entries: [entry(2)], unread: 2, total: 2 }));
    await removeEntries([entry(3)]);
    late.resolve(page);
    await loading;
    expect(ids()).toEqual([2]);
  });

  it("does not count as unread what was marked, where it is an older one", async () => {
    const older = success<"inbox.list">({ entries: [entry(1)], unread: 2, total: 3 });
    const { loading } = await loadLate(older, loadOlder);
    await markEntries(true, [entry(3)]);
    late.resolve(success<"inbox.list">({ entries: [entry(1)], unread: 3, total: 3 }));
    await loading;
    expect(ids()).toEqual([3, 2, 1]);
    expect(useInbox.getState()).toMatchObject({ unread: 2, isLoading: false });
  });

  it("ends with its failure, whatever was changed", async () => {
    const { loading } = await loadLate(after);
    await markEntries(true, [entry(3)]);
    late.resolve(failure("ERR_INTERNAL"));
    await loading;
    expect(useInbox.getState()).toMatchObject({ unread: 2, isLoading: false });
    expect(useInbox.getState().error?.code).toBe("ERR_INTERNAL");
  });
});
