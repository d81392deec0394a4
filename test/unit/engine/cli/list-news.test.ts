import { beforeEach, expect, it, vi } from "vitest";
import { createNews } from "../../../../src/main/engine/cli/commands/lists.js";
import type { listEntries } from "../../../../src/main/engine/operations/lists/lists.js";
import type { ListEntry, ListEntryState } from "../../../../src/shared/app/lists.js";

const readIds: number[] = [];
const states = new Map<number, ListEntryState>();

vi.mock(import("../../../../src/main/engine/operations/lists/lists.js"), async (original) => ({
  ...(await original()),
  listEntries: vi.fn<typeof listEntries>((_context, { after = 0, limit, states: wanted }) => {
    const found = [...states].filter(([id, state]) => id > after && wanted?.includes(state));
    const page = found.slice(0, limit).map(([id, state]) => ({ id, state }) as ListEntry);
    readIds.push(...page.map(({ id }) => id));
    return { entries: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
  }),
}));

beforeEach(() => {
  readIds.length = 0;
  states.clear();
});

it("a command reads each settled entry once, in whatever order, but for those behind one that waits", () => {
  for (let id = 1; id <= 5; id++) states.set(id, "waiting");
  const news = createNews({ context: {} as never }, 1);
  const settle = (...ids: number[]) => {
    for (const id of ids) states.set(id, "watched");
    readIds.length = 0;
    return [...news()].map(({ id }) => id);
  };
  expect(settle(1, 2, 4)).toEqual([1, 2, 4]);
  expect(settle()).toEqual([]);
  expect(readIds).toEqual([3, 4]);
  expect(settle(5)).toEqual([5]);
  expect(settle(3)).toEqual([3]);
  expect(readIds).toEqual([3, 4, 5]);
});
