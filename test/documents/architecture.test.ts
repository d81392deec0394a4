import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseBlocks, projectRoot, readPage } from "../support/documents/pages.js";

const withoutCode = new Set(["styles", "public"]);

/** The folders that lines such as `src/main  the main process` name, a line with an indent below the last one without. */
function listFolders(text: string): string[] {
  let parent = "";
  return [...text.matchAll(/^( *)(\S+) {2,}\S/gm)].map(([, indent, name]) => {
    if (indent !== "") return `${parent}/${name}`;
    parent = name ?? "";
    return parent;
  });
}

it("docs/architecture.md has a line for every folder, and only for what exists", () => {
  const page = readPage("docs/architecture.md").split("\n## Where everything lives\n")[1] ?? "";
  const listed = listFolders(parseBlocks(page)[0]?.text ?? "");
  expect(listed.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  const folders = ["src", "src/main", "src/main/engine", "src/renderer"].flatMap((parent) =>
    readdirSync(join(projectRoot, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !withoutCode.has(entry.name))
      .map(({ name }) => `${parent}/${name}`),
  );
  expect(folders.filter((folder) => !listed.includes(folder))).toEqual([]);
});
