import { expect, it } from "vitest";
import { sharedPace } from "../../../../../src/main/engine/process/pages.js";
import { openTestStore } from "../../../../support/folder.js";

it("two commands on one folder visit a shop one at a time, with the pause of each", () => {
  const db = openTestStore();
  let nowMs = 1_000_000;
  const [one, other] = [1, 1].map((speed) => sharedPace(db, { now: () => nowMs }, speed));
  expect(one?.begin("shop")).toBe(0);
  expect(other?.begin("shop")).toBe(60_000);
  expect(other?.begin("another")).toBe(0);
  one?.end("shop", 5_000);
  expect(other?.begin("shop")).toBe(5_000);
  nowMs += 5_000;
  expect(other?.begin("shop")).toBe(0);
  // A killed command ends no visit.
  nowMs += 60_000;
  expect(one?.begin("shop")).toBe(0);
  // A clock that ran ahead was set back.
  nowMs -= 86_400_000;
  expect(other?.begin("shop")).toBe(0);
});
