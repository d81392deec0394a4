import { describe, expect, it } from "vitest";
import {
  type Boxes,
  findCycles,
  importGraph,
  listEdges,
  transitiveReduction,
} from "../support/documents/import-graph.js";
import { parseBlocks, readPage } from "../support/documents/pages.js";

const page = readPage("docs/architecture.md");
const drawing = parseBlocks(page).find(({ language }) => language === "mermaid")?.text ?? "";

/** The drawing's boxes. Each names files or folders, relative to the folder that its frame names. */
function parseBoxes(text: string): Boxes {
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

/** Solid arrows only: dotted ones are messages between processes, not imports. */
function drawnArrows(text: string): string[] {
  return [...text.matchAll(/^\s*([\w &]+) --> ([\w &]+)$/gm)]
    .flatMap(([, from = "", to = ""]) =>
      from.split(" & ").flatMap((one) => to.split(" & ").map((other) => `${one} → ${other}`)),
    )
    .sort();
}

/** The arrows in the table of docs/imports.md. */
function listedArrows(): string[] {
  const boxName = (path: string) =>
    [...boxes].find(([, paths]) => paths.includes(`src/${path}`))?.[0] ?? path;
  return [...readPage("docs/imports.md").matchAll(/^\| `([^|]*)` \| ([^|]*) \|$/gm)]
    .flatMap(([, from = "", all = ""]) =>
      [...all.matchAll(/`([^`]+)`/g)].map(([, to = ""]) => `${boxName(from)} → ${boxName(to)}`),
    )
    .sort();
}

const boxes = parseBoxes(drawing);
const { graph, unassigned } = await importGraph(boxes);

describe("docs/architecture.md", () => {
  it("the drawing has a box for every source file", () => {
    expect(boxes.size).toBeGreaterThan(20);
    expect(unassigned).toEqual([]);
  });

  it("the drawing has no import cycles", () => {
    expect(findCycles(graph)).toEqual([]);
  });

  it("the drawing shows exactly the imports that its other arrows do not imply", () => {
    expect(drawnArrows(drawing)).toEqual(listEdges(transitiveReduction(graph)));
  });

  it("docs/imports.md lists exactly the imports between the boxes of the drawing", () => {
    expect(listedArrows()).toEqual(listEdges(graph));
  });
});
