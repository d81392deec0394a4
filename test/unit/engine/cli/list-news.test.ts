import { beforeEach, expect, it, vi } from "vitest";
import { createNews } from "../../../../src/main/engine/cli/commands/lists.js";
import type { listEntries } from "../../../../src/main/engine/operations/lists/lists.js";
import type { ListEntry, ListEntryState } from "../../../../src/shared/app/lists.js";

const readIds: number[] = [];
const states = new Map<number, ListEntryState>();

vi.mock(import("../../../../src/main/engine/operations/lists/lists.js"), async (original) => ({
  ...(await original()),
  listEntries: vi.fn<typeof listEntries>((_context, { after = 0, limit, states: wanted }) => {
    const found = [...states].filter(([id, state]) => id > after && wanted?.includes(state) !== false);
    const page = found.slice(0, limit).map(([id, state]) => ({ id, state }) as ListEntry);
    readIds.push(...page.map(({ id }) => id));
    return { entries: page, next: found.length > limit ? (page.at(-1)?.id ?? null) : null };
  }),
}));

beforeEach(() => {
  readIds.length = 0;
  states.clear();
});

it("a command reads each settled entry once, in whatever order they are settled", () => {
  for (let id = 1; id <= 5; id++) states.set(id, "waiting");
  const news = createNews({ context: {} as never }, 1);
  const settle = (...ids: number[]) => {
    for (const id of ids) states.set(id, "watched");
    readIds.length = 0;
    return [...news()].map(({ id }) => id);
  };
  expect(settle(1, 2, 4)).toEqual([1, 2, 4]);
  expect(settle()).toEqual([]);
  expect(readIds).toEqual([3, 5]);
  expect(settle(5)).toEqual([5]);
  expect(readIds).toEqual([3, 5]);
  states.set(6, "waiting");
  states.set(4, "waiting");
  states.set(5, "waiting");
  expect(settle()).toEqual([]);
  expect(settle(3)).toEqual([3]);
  states.delete(6);
  expect(settle(7)).toEqual([7]);
});

it("a command reads on in a list of more entries than a page once few of them wait", () => {
  for (let id = 1; id <= 2_500; id++) states.set(id, id % 2 === 0 ? "failed" : "waiting");
  const news = createNews({ context: {} as never }, 1);
  const found = [...news()];
  for (let id = 2; id <= 2_500; id++) states.set(id, "watched");
  found.push(...news(), ...news());
  expect(found.map(({ id }) => id).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 2_499 }, (_, i) => i + 2),
  );
  readIds.length = 0;
  expect([...news()]).toEqual([]);
  expect(readIds).toEqual([1]);
});
