import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { blocksOf, pageNames, projectRoot, proseOf, readPage } from "../support/documents/pages.js";

/** Languages of blocks; what is run has to be `sh`, so that nothing that looks like a command is left out. */
const languages = ["sh", "json", "csv", "text", "ini", "nginx", "mermaid", "js", "python", "java"];

/** Folders of the project that a path in a document begins with. */
const topFolders = ["src", "test", "docs", "scripts", "resources"];

/** Made by what is described, not part of the sources. */
const made = /^(?:dist|out|test-results)\//;

/** As a heading is named in a link to it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ""));
}

function linksOf(page: string): string[] {
  return [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? "");
}

/** Drawn when the figures beside it are measured; until then there is nothing to draw. */
function isNotMeasured(page: string, link: string): boolean {
  return link === "growth.svg" && readPage(page).includes("<!-- growth -->\n<!-- end -->");
}

function isBroken(page: string, link: string): boolean {
  if (/^(?:https:|mailto:)/.test(link) || isNotMeasured(page, link)) return false;
  const [path, anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path ?? "");
  if (!existsSync(join(projectRoot, target))) return true;
  return anchor !== undefined && !anchorsOf(readPage(target)).includes(anchor);
}

/** Files and folders that a page names as code, seen from the project's root. */
function namedFiles(page: string): string[] {
  return [...proseOf(page).matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
    .map(([, path]) => path ?? "")
    .filter((path) => topFolders.includes(path.split("/")[0] ?? "") && !made.test(path));
}

/** Programs of package.json that a page names, in prose or in a block. */
function namedScripts(page: string): string[] {
  return [...page.matchAll(/npm run (?:-s )?([\w-]+)/g)].map(([, name]) => name ?? "");
}

describe.each(pageNames())("%s", (name) => {
  const page = readPage(name);

  it("links to what is there", () => {
    expect(linksOf(page).filter((link) => isBroken(name, link))).toEqual([]);
  });

  it("names files that are there", () => {
    expect(namedFiles(page).filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  });

  it("names scripts of package.json", () => {
    expect(namedScripts(page).filter((script) => !Object.hasOwn(manifest.scripts, script))).toEqual([]);
  });

  it("says of each block what it is", () => {
    expect(blocksOf(page).filter(({ language }) => !languages.includes(language))).toEqual([]);
  });
});

it("the pages can all be reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const page of reached)
    for (const link of linksOf(readPage(page))) {
      const target = join(dirname(page), link.split("#")[0] ?? "");
      if (target.endsWith(".md") && existsSync(join(projectRoot, target))) reached.add(target);
    }
  const decisions = pageNames().filter((name) => name.startsWith("docs/decisions/"));
  expect(pageNames().filter((name) => !reached.has(name) && !decisions.includes(name))).toEqual([]);
});
