import { cruise, type IReporterOutput } from "dependency-cruiser";

/** The direct successors of each name. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

function buildGraph(edges: readonly (readonly [string, string])[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) graph.set(from, (graph.get(from) ?? new Set<string>()).add(to));
  return graph;
}

export function listEdges(graph: Graph): string[] {
  return [...graph].flatMap(([from, all]) => [...all].map((to) => `${from} → ${to}`)).sort();
}

/** The files and folders in each box of the diagram, relative to the project's root. */
export type Boxes = ReadonlyMap<string, readonly string[]>;

/** The box that contains a file: the one with the longest matching path. */
function findBox(boxes: Boxes, file: string): string | undefined {
  const found = [...boxes].flatMap(([box, paths]) =>
    paths.filter((path) => file === path || file.startsWith(`${path}/`)).map((path) => ({ box, path })),
  );
  return found.sort((a, b) => b.path.length - a.path.length)[0]?.box;
}

export interface ImportGraph {
  readonly graph: Graph;
  /** Source files outside all boxes. */
  readonly unassigned: readonly string[];
}

/** The imports between boxes, except for types, which do not exist at run time. */
export async function importGraph(boxes: Boxes): Promise<ImportGraph> {
  const { output }: IReporterOutput = await cruise(["src"], {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
  });
  if (typeof output === "string") throw new Error("dependency-cruiser returned text instead of a graph.");
  const modules = output.modules.filter(({ source }) => /^src\/.*(?<!\.d)\.tsx?$/.test(source));
  const edges = modules.flatMap(({ source, dependencies }) =>
    dependencies
      .filter(({ dependencyTypes }) => !dependencyTypes.includes("type-only"))
      .map(({ resolved }) => [findBox(boxes, source), findBox(boxes, resolved)] as const),
  );
  const between = edges.filter((edge): edge is [string, string] => {
    const [from, to] = edge;
    return from !== undefined && to !== undefined && from !== to;
  });
  const unassigned = modules
    .map(({ source }) => source)
    .filter((source) => findBox(boxes, source) === undefined);
  return { graph: buildGraph(between), unassigned };
}

function reaches(graph: Graph, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((next) => reaches(graph, next, to, seen));
}

/** Names that are part of a cycle. */
export function findCycles(graph: Graph): string[] {
  return [...graph]
    .filter(([from, all]) => [...all].some((to) => reaches(graph, to, from)))
    .map(([from]) => from);
}

/** The graph without edges that others imply, such as a → c beside a → b and b → c. */
export function transitiveReduction(graph: Graph): Graph {
  const kept = [...graph].flatMap(([from, all]) =>
    [...all]
      .filter((to) => ![...all].some((other) => other !== to && reaches(graph, other, to)))
      .map((to) => [from, to] as const),
  );
  return buildGraph(kept);
}
