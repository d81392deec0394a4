import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/security.md"), "utf8");

/** The cells of a table, row by row, without its head. */
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

describe("each threat", () => {
  const tests = rowsAfter("Threats").map((cells) => /^`([^`]+)` (.+)$/.exec(cells.at(-1) ?? ""));

  it("has its test", () => {
    expect(tests.length).toBeGreaterThan(20);
    expect(tests).not.toContain(null);
  });

  it.each(tests.map((found) => [found?.[1] ?? "", found?.[2] ?? ""]))("is tried in %s: %s", (file, name) => {
    expect(existsSync(join(root, file))).toBe(true);
    expect(readFileSync(join(root, file), "utf8").replaceAll('\\"', '"')).toContain(name);
  });
});

describe("the scanner of Electron's security guide", () => {
  it("finds nothing but what has a reason in docs/security.md, and all of that", () => {
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
});
