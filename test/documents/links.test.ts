import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import {
  pageNames,
  parseBlocks,
  projectRoot,
  readPage,
  stripCodeBlocks,
} from "../support/documents/pages.js";

/** Languages of blocks. Commands have to be in `sh` blocks, so that the test of commands runs all of them. */
const languages = ["sh", "json", "csv", "text", "ini", "nginx", "js", "python", "java", "yaml"];

/** The project's folders that a path in a document may begin with. */
const topFolders = ["src", "bench", "tools", "test", "docs", "scripts", "resources"];

/** Generated folders, which are not part of the sources. */
const generated = /^(?:dist|out|test-results)\//;

/** The anchor of a heading, as links to it name it. */
function headingAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

function findAnchors(page: string): string[] {
  return [...stripCodeBlocks(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    headingAnchor(heading ?? ""),
  );
}

function findLinks(page: string): string[] {
  return [...stripCodeBlocks(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");
}

function isBroken(page: string, link: string): boolean {
  if (/^(?:https:|mailto:)/.test(link)) return false;
  const [path, anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path ?? "");
  if (!existsSync(join(projectRoot, target))) return true;
  return anchor !== undefined && !findAnchors(readPage(target)).includes(anchor);
}

const sources = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" }).map(
  (name) => `/${name.replaceAll("\\", "/")}`,
);

/** Files and folders that a page names as code: from the project's root, or a source by the end of its path. */
function namedFiles(page: string): string[] {
  return [...stripCodeBlocks(page).matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
    .map(([, path]) => path ?? "")
    .filter((path) => topFolders.includes(path.split("/")[0] ?? "") || /\.tsx?$/.test(path))
    .filter((path) => !generated.test(path));
}

function fileExists(path: string): boolean {
  return existsSync(join(projectRoot, path)) || sources.some((source) => source.endsWith(`/${path}`));
}

/** Scripts of package.json that a page names, in prose or in a block. */
function namedScripts(page: string): string[] {
  return [...page.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name ?? "");
}

describe.each(pageNames())("%s", (name) => {
  const page = readPage(name);

  it("has no broken links", () => {
    expect(findLinks(page).filter((link) => isBroken(name, link))).toEqual([]);
  });

  it("refers only to files that exist", () => {
    expect(namedFiles(page).filter((path) => !fileExists(path))).toEqual([]);
  });

  it("refers only to scripts of package.json", () => {
    expect(namedScripts(page).filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
  });

  it("marks each code block with a known language", () => {
    expect(parseBlocks(page).filter(({ language }) => !languages.includes(language))).toEqual([]);
  });
});

it("every page can be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached)
    for (const link of findLinks(readPage(page))) {
      const target = join(dirname(page), link.split("#")[0] ?? "");
      if (target.endsWith(".md") && existsSync(join(projectRoot, target))) reached.add(target);
    }
  const decisions = pageNames().filter((name) => name.startsWith("docs/decisions/"));
  expect(pageNames().filter((name) => !reached.has(name) && !decisions.includes(name))).toEqual([]);
});
