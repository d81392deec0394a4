import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { countLines, fileLines, maxLineLength } from "../../../../src/main/engine/sources/file-lines.js";
import { temporaryFolder } from "../../../support/folder.js";

async function linesIn(content: string): Promise<(string | null)[]> {
  const file = join(temporaryFolder(), "file.txt");
  writeFileSync(file, content);
  return readAll(file);
}

function lineCountIn(content: string): Promise<number> {
  const file = join(temporaryFolder(), "file.txt");
  writeFileSync(file, content);
  return countLines(file, new AbortController().signal);
}

async function readAll(file: string): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  for await (const line of fileLines(file)) lines.push(line);
  return lines;
}

it.each([
  ["", []],
  ["a", ["a"]],
  ["a\n", ["a"]],
  ["a\n\nb", ["a", "", "b"]],
  ["a\r\nb\r\n", ["a\r", "b\r"]],
  ["a\u2028b\u2029c\u0085d\re\n", ["a\u2028b\u2029c\u0085d\re"]],
])("the lines of %j are %j", async (content, lines) => {
  expect(await linesIn(content)).toEqual(lines);
  expect(await lineCountIn(content)).toBe(lines.length);
});

it("lines are complete across the chunks in which the file is read", async () => {
  const long = fc.integer({ min: 0, max: 1_500_000 }).map((length) => "é".repeat(length));
  await fc.assert(
    fc.asyncProperty(fc.array(long, { minLength: 1, maxLength: 3 }), async (lines) => {
      const read = await linesIn(lines.map((line) => `${line}\n`).join(""));
      expect(read.map((line) => line?.length)).toEqual(lines.map((line) => line.length));
      expect(read.join("")).toBe(lines.join(""));
    }),
    { numRuns: 10 },
  );
});

it("lines of more than 4 MiB are not kept, and the next one is complete", async () => {
  const longest = "x".repeat(maxLineLength);
  const read = await linesIn(`${longest}\n${longest}${longest}y\nnext\n${longest}z`);
  expect(read.map((line) => line?.length ?? null)).toEqual([maxLineLength, null, 4, null]);
});

it("lines cannot be read from a folder or a missing file", async () => {
  const folder = temporaryFolder();
  await expect(readAll(folder)).rejects.toThrow("cannot be read (EISDIR).");
  const missing = join(folder, "none");
  await expect(readAll(missing)).rejects.toThrow("cannot be read (ENOENT).");
});
