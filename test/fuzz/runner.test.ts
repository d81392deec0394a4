import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OptionsError, parseOptions } from "./runner/options.js";
import { deriveSeed, repeatCase, runTarget } from "./runner/run-target.js";
import { parseTable, updateTable } from "./runner/table.js";
import { type OpenTarget, OracleError, type Target } from "./runner/target.js";
import { casesFor, targets } from "./targets/index.js";

type Check = (value: number) => Promise<void>;

function createTarget(check: Check, more: Partial<OpenTarget> = {}): Target {
  const property = fc.asyncProperty(fc.nat(10_000), check);
  return { name: "t", input: "i", casesPerMillion: 1, timeoutMs: 20, open: () => ({ property, ...more }) };
}

const pass: Check = async () => undefined;
const rejectLarge: Check = async (value) => {
  if (value > 500) throw new OracleError("The value is too large.");
};

describe("a target", () => {
  it("runs all cases and is closed", async () => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    const result = await runTarget(createTarget(pass, { close }), { seed: 1, cases: 950 });
    expect(result).toMatchObject({ cases: 950, findings: [] });
    expect(isClosed).toBe(true);
  });

  it("continues after a failure, which is shrunk and can be repeated", async () => {
    const { findings, cases } = await runTarget(createTarget(rejectLarge), { seed: 1, cases: 300 });
    expect(cases).toBe(300);
    expect(findings.length).toBeGreaterThan(5);
    expect(findings[0]).toMatchObject({ kind: "wrong", message: "The value is too large.", value: "501" });
    const { repeat } = findings[0]!;
    expect(await repeatCase(createTarget(rejectLarge), repeat)).toMatchObject({ value: "501", repeat });
    expect(await repeatCase(createTarget(pass), repeat)).toBeNull();
    expect(await repeatCase(createTarget(rejectLarge), repeat.split(":")[0]!)).not.toBeNull();
  });

  it("reports a failure that does not come back without shrinking it", async () => {
    let count = 0;
    const target = createTarget(async () => {
      if (++count === 7) throw new OracleError("Only once.");
    });
    const { findings, cases } = await runTarget(target, { seed: 1, cases: 20 });
    expect(findings).toMatchObject([{ message: "Only once." }]);
    expect(cases).toBe(20);
  });

  it.each<[string, Check, string]>([
    ["an exception", () => Promise.reject(new TypeError("x")), "crash"],
    ["a case that never ends", () => new Promise(() => undefined), "hang"],
    ["a status of 500", () => Promise.reject(new OracleError("500", "5xx")), "5xx"],
  ])("classifies %s", async (_name, check, kind) => {
    const { findings } = await runTarget(createTarget(check), { seed: 1, cases: 1 });
    expect(findings).toMatchObject([{ kind }]);
  });

  it("reports errors that it finds after the last case", async () => {
    const target = createTarget(pass, { finish: () => ["The sum is wrong."] });
    const { findings } = await runTarget(target, { seed: 1, cases: 1 });
    expect(findings).toMatchObject([{ message: "The sum is wrong.", value: "", repeat: "" }]);
  });

  it("gets the same cases for the same seed", async () => {
    const collect = async (seed: number) => {
      const seen: number[] = [];
      const target = createTarget(async (value) => void seen.push(value));
      await runTarget(target, { seed, cases: 250 });
      return seen;
    };
    const first = await collect(1);
    expect(await collect(1)).toEqual(first);
    expect(await collect(2)).not.toEqual(first);
  });
});

describe("a run", () => {
  const names = ["http", "pages"];

  it("divides a million cases between the targets", () => {
    const cases = targets.map((target) => casesFor(target, 1_000_000));
    expect(cases.reduce((sum, each) => sum + each)).toBe(1_000_000);
    expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
  });

  it("parses its options and rejects invalid ones", () => {
    expect(parseOptions([], names, 7)).toMatchObject({ cases: 1_000_000, seed: 7, only: [], minutes: null });
    const args = ["--cases", "5_000", "--only", "pages", "--repeat", "1:2"];
    expect(parseOptions(args, names, 7)).toMatchObject({ cases: 5_000, only: ["pages"], repeat: "1:2" });
    for (const args of [["--cases", "x"], ["--only", "other"], ["--repeat", "1:2"], ["--unknown"], ["word"]])
      expect(() => parseOptions(args, names, 7)).toThrow(OptionsError);
  });

  it("derives different seeds from similar parts", () => {
    const seeds = [
      deriveSeed(1, "a", 0),
      deriveSeed(1, "a", 1),
      deriveSeed(1, "b", 0),
      deriveSeed(2, "a", 0),
    ];
    expect(new Set(seeds).size).toBe(4);
    expect(deriveSeed(1, "a", 0)).toBe(seeds[0]);
  });
});

describe("the table", () => {
  const counts = { "5xx": 0, crash: 1, hang: 2, wrong: 3 };
  const row = (name: string, cases: number) => ({ name, input: "i", seed: 9, cases, seconds: 2, counts });
  const empty = "before\n<!-- table of the fuzzers -->\n<!-- end of the table -->\nafter\n";

  it("keeps the rows of targets that did not run", () => {
    const first = updateTable(empty, [row("pages", 4_000), row("http", 10)], ["http", "pages"]);
    const second = updateTable(first, [row("http", 2_000)], ["http", "pages"]);
    expect(parseTable(second)).toEqual([row("http", 2_000), row("pages", 4_000)]);
    expect(second).toContain("| **all** |  |  | 6,000 | 0 | 2 | 4 | 6 |  |");
    expect(second).toMatch(/^before\n.*after\n$/s);
  });

  it("needs its marks in the document", () => {
    expect(() => updateTable("nothing", [], [])).toThrow(/lacks the lines/);
  });
});
