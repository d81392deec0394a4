import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { coverageTable, readRuleTests } from "../support/contract-coverage.js";
import { ruleIds, rules } from "./rules.js";

const tests = readRuleTests(import.meta.dirname);
const tableFile = resolve("docs/contract-coverage.md");

describe("the contract's rules", () => {
  test("gives every rule a test", () => {
    const tested = new Set(tests.flatMap(({ ids }) => ids));
    expect(ruleIds.filter((id) => !tested.has(id))).toEqual([]);
  });

  test("lists every rule with its tests in docs/contract-coverage.md (UPDATE=1 rewrites it)", () => {
    const table = coverageTable(rules, tests);
    if (process.env.UPDATE === "1") {
      mkdirSync(resolve("docs"), { recursive: true });
      writeFileSync(tableFile, table);
    }
    expect(readFileSync(tableFile, "utf8").replaceAll("\r\n", "\n")).toBe(table);
  });

  test("gives the tests of a file distinct names", () => {
    const names = tests.map(({ file, name }) => `${file} ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
