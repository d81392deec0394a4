import type { PageFacts } from "../html/page-facts.js";
import { limits } from "../limits.js";
import { isJson, type Json, parseLenientJson } from "./lenient-json.js";
import { localName, type Thing, type Value } from "./thing.js";

const maxDepth = 40;

/** What is being read: nodes by their id, and what has been made of each so far. */
interface Reading {
  readonly nodes: ReadonlyMap<string, Json>;
  readonly things: Map<Json, Thing>;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}

function toValue(value: unknown, reading: Reading, depth: number): Value | null {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return isJson(value) ? toThing(value, reading, depth) : null;
}

/** An object with nothing but an `@id` stands for the node that has it. */
function resolve(node: Json, nodes: Reading["nodes"]): Json {
  const id = node["@id"];
  if (typeof id !== "string" || Object.keys(node).some((key) => !key.startsWith("@"))) return node;
  return nodes.get(id) ?? node;
}

/** Each node becomes one thing, so that nodes may name each other, and as often as they like. */
function toThing(given: Json, reading: Reading, depth = 0): Thing {
  const node = resolve(given, reading.nodes);
  const known = reading.things.get(node);
  if (known !== undefined) return known;
  const id = node["@id"];
  const thing: Thing & { props: Thing["props"] } = {
    types: list(node["@type"])
      .filter((type) => typeof type === "string")
      .map(localName),
    id: typeof id === "string" ? id : null,
    props: {},
  };
  reading.things.set(node, thing);
  if (depth < maxDepth) thing.props = propsOf(node, reading, depth);
  return thing;
}

function propsOf(node: Json, reading: Reading, depth: number): Thing["props"] {
  const props: Record<string, Value[]> = Object.create(null) as Record<string, Value[]>;
  for (const [key, value] of Object.entries(node)) {
    if (key === "@type" || key === "@id" || key === "@context" || key === "@graph") continue;
    const name = key.startsWith("@") ? key : localName(key);
    const values = flatten(value).map((each) => toValue(each, reading, depth + 1));
    props[name] = [...(props[name] ?? []), ...values.filter((each) => each !== null)];
  }
  return props;
}

/** `@list` and `@set` are only ways to write an array. */
function flatten(value: unknown, depth = 0): readonly unknown[] {
  if (depth > maxDepth) return [];
  return list(value).flatMap((each) => {
    if (Array.isArray(each)) return flatten(each, depth + 1);
    if (isJson(each) && ("@list" in each || "@set" in each))
      return flatten(each["@list"] ?? each["@set"], depth + 1);
    return [each];
  });
}

/** Nodes of a document by their `@id`, those with content only. */
function indexNodes(value: unknown, nodes: Map<string, Json>, depth = 0): void {
  if (depth > maxDepth) return;
  for (const each of list(value)) {
    if (!isJson(each)) continue;
    const id = each["@id"];
    if (typeof id === "string" && Object.keys(each).some((key) => !key.startsWith("@"))) nodes.set(id, each);
    for (const child of Object.values(each))
      if (typeof child === "object") indexNodes(child, nodes, depth + 1);
  }
}

function roots(value: unknown, depth = 0): Json[] {
  if (depth > maxDepth) return [];
  return flatten(value)
    .filter(isJson)
    .flatMap((each) => {
      const graph = roots(each["@graph"], depth + 1);
      const isJustGraph = graph.length > 0 && each["@type"] === undefined;
      return isJustGraph ? graph : [each, ...graph];
    });
}

/** The things at the top of the page's JSON-LD scripts; references between scripts are followed. */
export function readJsonLd({ scripts }: PageFacts): Thing[] {
  const documents = scripts
    .filter(({ type, text }) => type.includes("ld+json") && text.length <= limits.data)
    .flatMap(({ text }) => parseLenientJson(text));
  const nodes = new Map<string, Json>();
  indexNodes(documents, nodes);
  const reading: Reading = { nodes, things: new Map() };
  return roots(documents).map((node) => toThing(node, reading));
}
