import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { rules } from "./rules.js";

/** A test of the contract suite, whose title ends with the rules that it checks, as in "… [§2 Meta; decision 7]". */
interface RuleTest {
  readonly file: string;
  readonly ids: readonly string[];
  readonly name: string;
}

function readRuleTests(folder: string): RuleTest[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".test.ts"))
    .sort()
    .flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/^ *it\(["`](.+) \[(.+)\]["`], /gm)].map(
        ([, name = "", ids = ""]) => ({ file, ids: ids.split("; "), name }),
      ),
    );
}

const tests = readRuleTests(import.meta.dirname);

/** The table of rules and their tests, in Markdown. */
function coverageTable(): string {
  const escapeCell = (text: string) => text.replaceAll("|", "\\|");
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

describe("the contract's rules", () => {
  // To be read beside a failure, and published with the run.
  afterAll(() => {
    mkdirSync("test-results", { recursive: true });
    writeFileSync(join("test-results", "contract-coverage.md"), coverageTable());
  });

  test("each have a test, and each test names its rules as they are called", () => {
    const tested = new Set(tests.flatMap(({ ids }) => ids));
    expect([...tested].sort()).toEqual(Object.keys(rules).sort());
  });

  test("have distinctly named tests in each file", () => {
    const names = tests.map(({ file, name }) => `${file} ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  test("include each decision that the sources cite", () => {
    const numbersIn = (text: string) =>
      [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and )\d+)*)/gi)].flatMap(
        ([, list = ""]) => list.match(/\d+/g) ?? [],
      );
    const known = new Set(Object.keys(rules).flatMap(numbersIn));
    const unknown = readdirSync("src", { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) =>
        numbersIn(readFileSync(join("src", file), "utf8"))
          .filter((number) => !known.has(number))
          .map((number) => `${file}: decision ${number}`),
      );
    expect(unknown).toEqual([]);
  });
});
