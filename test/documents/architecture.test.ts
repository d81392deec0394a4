import { describe, expect, it } from "vitest";
import {
  arrowsOf,
  type Boxes,
  circlesOf,
  importGraph,
  withoutDetours,
} from "../support/documents/import-graph.js";
import { blocksOf, readPage } from "../support/documents/pages.js";

const page = readPage("docs/architecture.md");
const drawing = blocksOf(page).find(({ language }) => language === "mermaid")?.text ?? "";

/** The drawing's boxes: each names files or folders of the folder that its frame names. */
function boxesOf(text: string): Boxes {
  const boxes = new Map<string, string[]>();
  const frames: string[] = [];
  for (const line of text.split("\n")) {
    const [, frame] = /^\s*subgraph \w+\["([^"]+)"\]$/.exec(line) ?? [];
    if (frame !== undefined) frames.push(frame);
    if (/^\s*end$/.test(line)) frames.pop();
    const [, box, names] = /^\s*(\w+)\["([^"]+)"\]$/.exec(line) ?? [];
    if (box !== undefined && names !== undefined)
      boxes.set(
        box,
        names.split(", ").map((name) => [...frames.slice(-1), name].join("/")),
      );
  }
  return boxes;
}

/** Drawn lines; dotted ones are messages between processes, not imports. */
function drawnArrows(text: string): string[] {
  return [...text.matchAll(/^\s*([\w &]+) --> ([\w &]+)$/gm)]
    .flatMap(([, from = "", to = ""]) =>
      from.split(" & ").flatMap((one) => to.split(" & ").map((other) => `${one} → ${other}`)),
    )
    .sort();
}

/** The table under the drawing: each box with all that it imports. */
function listedArrows(): string[] {
  const nameOf = (path: string) => [...boxes].find(([, paths]) => paths.includes(`src/${path}`))?.[0] ?? path;
  const table = page.split("\n## All imports\n")[1]?.split("\n## ")[0] ?? "";
  return [...table.matchAll(/^\| `([^|]*)` \| ([^|]*) \|$/gm)]
    .flatMap(([, from = "", all = ""]) =>
      [...all.matchAll(/`([^`]+)`/g)].map(([, to = ""]) => `${nameOf(from)} → ${nameOf(to)}`),
    )
    .sort();
}

const boxes = boxesOf(drawing);
const { graph, homeless } = await importGraph(boxes);

describe("the drawing in docs/architecture.md", () => {
  it("has a box for every source file", () => {
    expect(boxes.size).toBeGreaterThan(20);
    expect(homeless).toEqual([]);
  });

  it("has no circles", () => {
    expect(circlesOf(graph)).toEqual([]);
  });

  it("has the imports' arrows, but for those that follow from others, and no more", () => {
    expect(drawnArrows(drawing)).toEqual(arrowsOf(withoutDetours(graph)));
  });

  it("has a table beside it that lists every import between boxes, and no more", () => {
    expect(listedArrows()).toEqual(arrowsOf(graph));
  });
});
