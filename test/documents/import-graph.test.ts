import { expect, it } from "vitest";
import { findCycles, type Graph, listEdges, transitiveReduction } from "../support/documents/import-graph.js";

function graph(...arrows: readonly string[]): Graph {
  const all = new Map<string, Set<string>>();
  for (const arrow of arrows) {
    const [from = "", to = ""] = arrow;
    all.set(from, (all.get(from) ?? new Set<string>()).add(to));
  }
  return all;
}

it("the reduced import graph leaves out an arrow that a chain of others implies", () => {
  expect(listEdges(transitiveReduction(graph("ab", "bc", "ac", "cd", "ad", "ae")))).toEqual([
    "a → b",
    "a → e",
    "b → c",
    "c → d",
  ]);
});

it("the search for import cycles finds the nodes of a cycle", () => {
  expect(findCycles(graph("ab", "bc", "ad"))).toEqual([]);
  expect(findCycles(graph("ab", "bc", "ca", "ad")).sort()).toEqual(["a", "b", "c"]);
});
