import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, describe, expect, test } from "vitest";
import { ruleIds, rules } from "./rules.js";

/** A test of the contract suite, read from its source. */
interface RuleTest {
  readonly file: string;
  readonly ids: readonly string[];
  readonly name: string;
}

function literalText(node: ts.Node | undefined): string {
  if (node !== undefined && ts.isStringLiteralLike(node)) return node.text;
  if (node === undefined || !ts.isTemplateExpression(node))
    throw new Error("The name of a describe or a rule must be a literal.");
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
}

function literalTexts(node: ts.Node | undefined): string[] {
  if (node !== undefined && ts.isArrayLiteralExpression(node)) return node.elements.map(literalText);
  return [literalText(node)];
}

function testsIn(file: string, text: string): RuleTest[] {
  const found: RuleTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    let inside = groups;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first, second] = node.arguments;
      if (node.expression.text === "describe") inside = [...groups, literalText(first)];
      if (node.expression.text === "rule")
        found.push({ file, ids: literalTexts(first), name: [...groups, literalText(second)].join(": ") });
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), []);
  return found;
}

/** Finds every call of `rule` in the suite's files. */
function readRuleTests(folder: string): RuleTest[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .flatMap((name) => testsIn(name, readFileSync(join(folder, name), "utf8")));
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** The table of rules and their tests, in Markdown. */
function coverageTable(tests: readonly RuleTest[]): string {
  const rows = Object.entries(rules).map(([id, text]) => {
    const own = tests.filter(({ ids }) => ids.includes(id));
    const cells = own.map(({ file, name }) => `${escapeCell(name)} (${file.replace(".test.ts", "")})`);
    return `| ${id} | ${escapeCell(text)} | ${cells.join("<br>")} |`;
  });
  return [
    "# Coverage of the contract",
    "",
    "Sections are the contract's; decisions settle points it leaves open. The name in parentheses is the file in",
    "`test/contract`.",
    "",
    "| rule | summary | tests |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}

const tests = readRuleTests(import.meta.dirname);

describe("the contract's rules", () => {
  // To be read beside a failure, and published with the run.
  afterAll(() => {
    mkdirSync("test-results", { recursive: true });
    writeFileSync(join("test-results", "contract-coverage.md"), coverageTable(tests));
  });

  test("gives every rule a test", () => {
    const tested = new Set(tests.flatMap(({ ids }) => ids));
    expect(ruleIds.filter((id) => !tested.has(id))).toEqual([]);
  });

  test("gives the tests of a file distinct names", () => {
    const names = tests.map(({ file, name }) => `${file} ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
