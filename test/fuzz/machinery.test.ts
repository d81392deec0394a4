import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defineTarget } from "./machinery/define-target.js";
import { inTurn } from "./machinery/in-turn.js";
import { OptionsError, readOptions } from "./machinery/options.js";
import { repeatCase, runTarget } from "./machinery/run-target.js";
import { seedOf } from "./machinery/seeds.js";
import { casesOf } from "./machinery/shares.js";
import { rowsOf, withRows } from "./machinery/table.js";
import { type Subject, type Target, Wrong } from "./machinery/target.js";
import { targets } from "./targets/index.js";

function targetOf(judge: Subject<number>["judge"], more: Partial<Subject<number>> = {}): Target {
  return defineTarget<number>({
    name: "numbers",
    what: "numbers",
    share: 1,
    deadlineMs: 20,
    open: () => ({ cases: fc.nat(10_000), judge, ...more }),
  });
}

function refuse(value: number): void {
  if (value > 500) throw new Wrong("It is too much.");
}

describe("a target", () => {
  it("that takes all cases has no findings, and is closed", async () => {
    let isClosed = false;
    const target = targetOf(() => undefined, {
      close: () => {
        isClosed = true;
      },
    });
    expect(await runTarget(target, { seed: 1, cases: 950 })).toMatchObject({ cases: 950, findings: [] });
    expect(isClosed).toBe(true);
  });

  it("that takes a case wrongly has a finding of the smallest such case, which can be repeated", async () => {
    const { findings, cases } = await runTarget(targetOf(refuse), { seed: 1, cases: 300 });
    expect(cases).toBe(300);
    expect(findings[0]).toMatchObject({ fault: "wrong", message: "It is too much.", value: "501" });
    const repeat = findings[0]?.repeat ?? "";
    expect(await repeatCase(targetOf(refuse), repeat)).toMatchObject({ value: "501" });
    expect(
      await repeatCase(
        targetOf(() => undefined),
        repeat,
      ),
    ).toBeNull();
    expect(await repeatCase(targetOf(refuse), repeat.split(":")[0] ?? "")).not.toBeNull();
  });

  it.each<[string, Subject<number>["judge"], string]>([
    [
      "throws",
      () => {
        throw new TypeError("x");
      },
      "crash",
    ],
    ["rejects", () => Promise.reject(new Error("x")), "crash"],
    ["never ends", () => new Promise(() => undefined), "hang"],
    [
      "answers 500",
      () => {
        throw new Wrong("500", "5xx");
      },
      "5xx",
    ],
  ])("that %s is told so", async (_name, judge, fault) => {
    const { findings } = await runTarget(targetOf(judge), { seed: 1, cases: 1 });
    expect(findings).toMatchObject([{ fault }]);
  });

  it("whose parts do not agree afterwards has a finding without a case", async () => {
    const target = targetOf(() => undefined, { finish: () => ["The sum is wrong."] });
    const { findings } = await runTarget(target, { seed: 1, cases: 1 });
    expect(findings).toMatchObject([{ message: "The sum is wrong.", value: "" }]);
  });

  it("is given the same cases by the same seed, and others by another", async () => {
    const casesWith = async (seed: number) => {
      const seen: number[] = [];
      await runTarget(
        targetOf((value) => void seen.push(value)),
        { seed, cases: 250 },
      );
      return seen;
    };
    const first = await casesWith(1);
    expect(await casesWith(1)).toEqual(first);
    expect(await casesWith(2)).not.toEqual(first);
  });
});

describe("a run", () => {
  const names = ["http", "pages"];

  it("has a share for every target, a million together", () => {
    const all = targets.map((target) => casesOf(target, 1_000_000));
    expect(all.reduce((sum, cases) => sum + cases)).toBe(1_000_000);
    expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
  });

  it("reads what it is asked for, and says what is wrong with it", () => {
    expect(readOptions([], names, 7)).toMatchObject({ cases: 1_000_000, seed: 7, only: [], minutes: null });
    expect(readOptions(["--cases", "5_000", "--only", "pages", "--repeat", "1:2"], names, 7)).toMatchObject({
      cases: 5_000,
      only: ["pages"],
      repeat: "1:2",
    });
    for (const args of [["--cases", "x"], ["--only", "nobody"], ["--repeat", "1:2"], ["--unknown"], ["word"]])
      expect(() => readOptions(args, names, 7)).toThrow(OptionsError);
  });

  it("does its work so many at a time, and keeps the order", async () => {
    let underWay = 0;
    let most = 0;
    const work = async (item: number) => {
      most = Math.max(most, ++underWay);
      await new Promise(setImmediate);
      underWay--;
      return item * 2;
    };
    expect(await inTurn([1, 2, 3, 4, 5], 2, work)).toEqual([2, 4, 6, 8, 10]);
    expect(most).toBe(2);
  });

  it("makes seeds that differ by a little of anything", () => {
    const seeds = [seedOf(1, "a", 0), seedOf(1, "a", 1), seedOf(1, "b", 0), seedOf(2, "a", 0)];
    expect(new Set(seeds).size).toBe(4);
    expect(seedOf(1, "a", 0)).toBe(seeds[0]);
  });
});

describe("the table", () => {
  const counts = { "5xx": 0, crash: 1, hang: 2, wrong: 3 };
  const row = (name: string, cases: number) => ({ name, what: "w", seed: 9, cases, seconds: 2, counts });
  const empty = "before\n<!-- table of the fuzzers -->\n<!-- end of the table -->\nafter\n";

  it("keeps the lines of targets that were not tried this time", () => {
    const first = withRows(empty, [row("pages", 4_000), row("http", 10)], ["http", "pages"]);
    const second = withRows(first, [row("http", 2_000)], ["http", "pages"]);
    expect(rowsOf(second).map(({ name, cases }) => [name, cases])).toEqual([
      ["http", 2_000],
      ["pages", 4_000],
    ]);
    expect(second).toContain("| **all** |  |  | 6,000 | 0 | 2 | 4 | 6 |  |");
    expect(second.startsWith("before\n") && second.endsWith("after\n")).toBe(true);
  });

  it("is not written where there is no place for it", () => {
    expect(() => withRows("nothing", [], [])).toThrow(/no place/);
  });
});
