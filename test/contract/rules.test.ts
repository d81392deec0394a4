import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { coverageTable, readRuleTests } from "../support/contract-coverage.js";
import { ruleIds, rules } from "./rules.js";

const tests = readRuleTests(import.meta.dirname);
const tableFile = resolve("docs/contract-coverage.md");

describe("the rules of the contract", () => {
  test("each have a test", () => {
    const tested = new Set(tests.flatMap(({ ids }) => ids));
    expect(ruleIds.filter((id) => !tested.has(id))).toEqual([]);
  });

  test("are listed with their tests; UPDATE=1 writes the list", () => {
    const table = coverageTable(rules, tests);
    if (process.env.UPDATE === "1") {
      mkdirSync(resolve("docs"), { recursive: true });
      writeFileSync(tableFile, table);
    }
    expect(readFileSync(tableFile, "utf8").replaceAll("\r\n", "\n")).toBe(table);
  });

  test("have tests whose names differ", () => {
    const names = tests.map(({ file, name }) => `${file} ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
