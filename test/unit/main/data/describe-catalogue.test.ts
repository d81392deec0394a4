import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { describeCatalogue } from "../../../../src/main/data/describe-catalogue.js";
import { temporaryFolder } from "../../../support/folder.js";

function fileWith(content: string): string {
  const path = join(temporaryFolder(), "shop.tidemark");
  writeFileSync(path, content);
  return path;
}

it.each([
  ["", 0],
  ["\n\n", 0],
  ['{"a":1}', 1],
  ['{"a":1}\n', 1],
  ['{"a":1}\r\n\r\n  \n{"b":2}', 2],
])("the description of a catalogue file has the number of lines in %j", async (content, lines) => {
  const path = fileWith(content);
  expect(await describeCatalogue(path)).toEqual({
    kind: "catalogue",
    path,
    bytes: content.length,
    lines,
    problem: null,
  });
});

it("the description of a large catalogue file has no number of lines", async () => {
  const path = fileWith("");
  truncateSync(path, 64 * 1_024 * 1_024);
  expect(await describeCatalogue(path)).toMatchObject({
    bytes: 64 * 1_024 * 1_024,
    lines: null,
    problem: null,
  });
});

it("the description of a missing file or a folder has the reason why it cannot be imported", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "folder.jsonl"));
  expect(await describeCatalogue(join(folder, "gone.jsonl"))).toMatchObject({ problem: { kind: "missing" } });
  expect(await describeCatalogue(join(folder, "folder.jsonl"))).toMatchObject({
    problem: { kind: "unreadable" },
  });
});
