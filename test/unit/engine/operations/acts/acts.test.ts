import { expect, it } from "vitest";
import { actsInWork, beginWork, insertAct, recordAct } from "../../../../../src/main/engine/db/acts/act.js";
import { allValues, change, write } from "../../../../../src/main/engine/db/store.js";
import {
  listActs,
  purgeActs,
  redoAct,
  resumeActs,
  undoAct,
} from "../../../../../src/main/engine/operations/acts/acts.js";
import { DAY_MS } from "../../../../../src/shared/time.js";
import { actingContext } from "../../../../support/acting-context.js";
import { openTestStore } from "../../../../support/folder.js";
import { insertTestProduct } from "../../db/prices/stored-offer.js";

/** A database with acts of an owner. */
function open() {
  const db = openTestStore();
  const clock = { nowMs: 1_000 };
  const context = actingContext(db, () => clock.nowMs);
  const { accountId } = context;
  const newAct = (parentId: number | null = null, client = "window") => ({
    accountId,
    client,
    parentId,
    kind: "links.add" as const,
    nowMs: clock.nowMs,
    subject: { title: "Lamp", count: 1 },
  });
  return {
    db,
    clock,
    context,
    /** Adds a product; returns its act. */
    add: (name: string, parentId: number | null = null, client = "window") =>
      write(db, (tx) => recordAct(tx, newAct(parentId, client), () => insertTestProduct(tx, name))).actId ??
      0,
    begin: () => write(db, (tx) => insertAct(tx, newAct())),
    titles: () => allValues<string>(db, "SELECT title FROM product ORDER BY title"),
  };
}

it("undoes the latest act of the same client, then the one before", async () => {
  const { context, add, titles } = open();
  add("1");
  add("2", null, "phone");
  add("3");
  expect(await undoAct(context, {})).toMatchObject({
    act: { subject: { title: "Lamp" }, is_undone: true },
    kept: [],
  });
  expect(titles()).toEqual(["Product 1", "Product 2"]);
  await undoAct(context, {});
  expect(titles()).toEqual(["Product 2"]);
  expect(await undoAct(context, {})).toEqual({ act: null, kept: [] });
  expect(listActs(context, { limit: 2 }).acts).toMatchObject([{ is_undone: true }, { is_undone: false }]);
  await undoAct({ ...context, client: "phone" }, {});
  expect(titles()).toEqual([]);
});

it("undoes and redoes an act only once", async () => {
  const { context, add, titles } = open();
  const id = add("1");
  await undoAct(context, { id });
  await undoAct(context, { id });
  expect(titles()).toEqual([]);
  await redoAct(context, { id });
  await redoAct(context, { id });
  expect(titles()).toEqual(["Product 1"]);
});

it("undoes the parts of an act, except that one undone on its own stays so when the act is redone", async () => {
  const { context, clock, begin, add, titles } = open();
  const id = begin();
  const parts = ["1", "2", "3"].map((name) => add(name, id));
  await undoAct(context, { id: parts[1]! });
  clock.nowMs += 1;
  expect(await undoAct(context, {})).toMatchObject({ act: { id } });
  expect(titles()).toEqual([]);
  await redoAct(context, { id });
  expect(titles()).toEqual(["Product 1", "Product 3"]);
  expect(await undoAct(context, {})).toMatchObject({ act: { id } });
  expect(titles()).toEqual([]);
});

it("counts an act whose parts were all undone on their own as undone", async () => {
  const { context, begin, add, titles } = open();
  add("0");
  const id = begin();
  for (const part of ["1", "2"].map((name) => add(name, id))) await undoAct(context, { id: part });
  expect(await undoAct(context, {})).toMatchObject({ act: { subject: { title: "Lamp" } } });
  expect(titles()).toEqual([]);
});

it("undoes an act of more than a day ago only by its id", async () => {
  const { context, clock, add, titles } = open();
  const id = add("1");
  clock.nowMs += DAY_MS + 1;
  expect(await undoAct(context, {})).toEqual({ act: null, kept: [] });
  await undoAct(context, { id });
  expect(titles()).toEqual([]);
});

it("goes on with an undo that was interrupted", async () => {
  const { context, db, begin, add, titles } = open();
  const id = begin();
  for (const name of ["1", "2"]) add(name, id);
  write(db, (tx) => beginWork(tx, id, 1_000));
  await resumeActs(context);
  expect(titles()).toEqual([]);
  expect(actsInWork(db)).toEqual([]);
  await redoAct(context, { id });
  expect(titles()).toEqual(["Product 1", "Product 2"]);
});

it("says what has been added again, and leaves that part of an act as it is", async () => {
  const { context, db, begin, add, titles } = open();
  const single = add("0");
  const id = begin();
  for (const name of ["1", "2"]) add(name, id);
  await undoAct(context, { id });
  await undoAct(context, { id: single });
  for (const name of ["0", "1"]) write(db, (tx) => insertTestProduct(tx, name));
  await expect(redoAct(context, { id: single })).rejects.toThrow("Product 0 has been added again meanwhile.");
  expect(await redoAct(context, { id })).toMatchObject({ kept: [{ what: "product", title: "Product 1" }] });
  await undoAct(context, { id });
  expect(titles()).toEqual(["Product 0", "Product 1"]);
});

it("keeps acts for 30 days, and the newest ones of at most 200 MB, which is said once", () => {
  const { context, db, clock, begin, add } = open();
  add("old");
  clock.nowMs += 29 * DAY_MS;
  const parent = begin();
  add("part", parent);
  const newest = add("new");
  expect(purgeActs(context)).toBe(false);
  expect(listActs(context, { limit: 9 }).acts).toHaveLength(3);
  clock.nowMs += 2 * DAY_MS;
  expect(purgeActs(context)).toBe(false);
  expect(listActs(context, { limit: 9 }).acts.map(({ id }) => id)).toEqual([newest, parent]);
  const resize = (bytes: number) => write(db, (tx) => change(tx, "UPDATE act SET size = ?", bytes));
  resize(66_666_666);
  expect(purgeActs(context)).toBe(false);
  resize(66_666_667);
  expect(purgeActs(context)).toBe(true);
  expect(allValues(db, "SELECT id FROM act")).toEqual([newest]);
  resize(200_000_001);
  expect(purgeActs(context)).toBe(false);
  expect(allValues(db, "SELECT id FROM act")).toEqual([]);
});
