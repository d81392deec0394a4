import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/security.md"), "utf8");

/** The cells of the table below a heading, row by row, without its header. */
function rowsAfter(heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The titles of a file's tests, without those that are skipped. */
function testTitles(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const titles: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const callee = node.expression.getText(source);
      const isTest = /^(it|test|testFault)\b/.test(callee) && !/\.(skip|todo|fixme)\b/.test(callee);
      const [title] = node.arguments;
      // The titles of the contract's tests end with the rules that they check.
      if (isTest && title !== undefined && ts.isStringLiteralLike(title))
        titles.push(title.text.replace(/ \[.+\]$/, ""));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

describe("threats in docs/security.md", () => {
  const tests = rowsAfter("Threats").flatMap((cells) =>
    (cells.at(-1) ?? "").split("<br>").map((test) => /^`([^`]+)` (.+)$/.exec(test)),
  );

  it("every threat names a test", () => {
    expect(tests.length).toBeGreaterThan(20);
    expect(tests).not.toContain(null);
  });

  it.each(tests.map((found) => [found?.[1] ?? "", found?.[2] ?? ""]))(
    "the named test exists in %s: %s",
    (file, name) => {
      expect(existsSync(join(root, file))).toBe(true);
      expect(testTitles(file)).toContain(name);
    },
  );
});

it("finds exactly what docs/security.md explains", () => {
  const args = ["scripts/lib/electron-scan.mjs", "src", manifest.devDependencies.electron];
  const output = execFileSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const { issues, errors } = JSON.parse(output.trim().split("\n").at(-1) ?? "") as {
    issues: { id: string; file: string }[];
    errors: unknown[];
  };
  const found = issues.map(({ id, file }) => `${id} ${file.replaceAll("\\", "/")}`);
  const explained = rowsAfter("What the scanner finds").map(([id, file]) => `${id} ${file}`);
  expect(errors).toEqual([]);
  expect([...new Set(found)].sort()).toEqual(explained.sort());
}, 60_000);
