import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseBlocks, projectRoot, readPage } from "../support/documents/pages.js";

const drawing = parseBlocks(readPage("docs/architecture.md")).find(({ language }) => language === "mermaid");

const withoutCode = new Set(["styles", "public"]);

/** The files and folders in the drawing's boxes, below the folder that a box's frame names. */
function listBoxes(text: string): string[] {
  const boxes: string[] = [];
  let frame = "";
  for (const line of text.split("\n")) {
    frame = /^\s*subgraph \w+\["([^"]+)"\]$/.exec(line)?.[1] ?? (/^\s*end$/.test(line) ? "" : frame);
    const name = /^\s*\w+\["([^"]+)"\]$/.exec(line)?.[1];
    if (name !== undefined) boxes.push(frame === "" ? name : `${frame}/${name}`);
  }
  return boxes;
}

it("the drawing in docs/architecture.md has a box for every folder, and only for what exists", () => {
  const boxes = listBoxes(drawing?.text ?? "");
  expect(boxes.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  const folders = ["src", "src/main", "src/main/engine", "src/renderer"].flatMap((parent) =>
    readdirSync(join(projectRoot, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !withoutCode.has(entry.name))
      .map(({ name }) => `${parent}/${name}`),
  );
  const isDrawn = (folder: string) => boxes.some((box) => box === folder || box.startsWith(`${folder}/`));
  expect(folders.filter((folder) => !isDrawn(folder))).toEqual([]);
});
