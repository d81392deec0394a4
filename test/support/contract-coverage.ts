import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A test of the contract suite, as it stands in its file. */
export interface RuleTest {
  readonly file: string;
  readonly ids: readonly string[];
  readonly name: string;
}

function textOf(node: ts.Node | undefined): string {
  if (node !== undefined && ts.isStringLiteralLike(node)) return node.text;
  if (node === undefined || !ts.isTemplateExpression(node))
    throw new Error("A describe or a rule needs its name written out.");
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
}

function idsOf(node: ts.Node | undefined): string[] {
  if (node !== undefined && ts.isArrayLiteralExpression(node)) return node.elements.map(textOf);
  return [textOf(node)];
}

function testsOf(file: string, text: string): RuleTest[] {
  const found: RuleTest[] = [];
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    let inside = groups;
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const [first, second] = node.arguments;
      if (node.expression.text === "describe") inside = [...groups, textOf(first)];
      if (node.expression.text === "rule")
        found.push({ file, ids: idsOf(first), name: [...groups, textOf(second)].join(": ") });
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), []);
  return found;
}

/** Every call of `rule` in the suite's files, read from their source. */
export function readRuleTests(folder: string): RuleTest[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .flatMap((name) => testsOf(name, readFileSync(join(folder, name), "utf8")));
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** The table of rules and their tests, in Markdown. */
export function coverageTable(rules: Readonly<Record<string, string>>, tests: readonly RuleTest[]): string {
  const rows = Object.entries(rules).map(([id, text]) => {
    const own = tests.filter(({ ids }) => ids.includes(id));
    const cells = own.map(({ file, name }) => `${escapeCell(name)} (${file.replace(".test.ts", "")})`);
    return `| ${id} | ${escapeCell(text)} | ${cells.join("<br>")} |`;
  });
  return [
    "# Coverage of the contract",
    "",
    "Made by `UPDATE=1 npx vitest run --project contract test/contract/rules.test.ts`; the same test holds it up to",
    "date. Sections are those of the service's contract, decisions settle what it leaves open. A name in brackets is",
    "the file in `test/contract`.",
    "",
    "| rule | in short | tests |",
    "|---|---|---|",
    ...rows,
    "",
  ].join("\n");
}
