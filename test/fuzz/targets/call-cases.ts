import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { type OperationName, operations } from "../../../src/shared/calls.js";
import { editJson, type Json, type JsonEdit, jsonEdit, wildJson } from "../inputs/json.js";
import { fitting, type Schema } from "../inputs/schema.js";
import { wildText } from "../inputs/text.js";

export interface CallCase {
  readonly operation: string;
  readonly input: Json;
  readonly edits: readonly JsonEdit[];
}

/** Those that fill or empty the whole catalogue, or ask the network, come seldom: each takes as long as hundreds of others. */
const seldom: Readonly<Partial<Record<OperationName, number>>> = {
  "sample.load": 1,
  "sample.remove": 1,
  "links.add": 4,
  "upstreams.add": 4,
  "upstreams.update": 4,
  "upstreams.test": 4,
  "webhooks.test": 4,
};
const usualWeight = 60;

function schemaOf(name: OperationName): Schema {
  return z.toJSONSchema(operations[name].input, { io: "input", unrepresentable: "any" }) as Schema;
}

/** What edits then break. */
function inputs(name: OperationName): Arbitrary<Json> {
  const schema = schemaOf(name);
  const definitions = Reflect.get(schema, "$defs") as Readonly<Record<string, Schema>> | undefined;
  const resolve = (reference: string) => definitions?.[reference.replace("#/$defs/", "")] ?? {};
  return fc.oneof(
    { weight: 15, arbitrary: fitting(schema, "", resolve) as Arbitrary<Json> },
    { weight: 1, arbitrary: wildJson },
  );
}

const edits = fc.oneof(
  { weight: 3, arbitrary: fc.constant<readonly JsonEdit[]>([]) },
  { weight: 2, arbitrary: fc.array(jsonEdit, { minLength: 1, maxLength: 4 }) },
);

function casesOf(name: OperationName): Arbitrary<CallCase> {
  return fc.record({ operation: fc.constant(name as string), input: inputs(name), edits });
}

/** Cases for every operation there is, and some that are not. */
export function callCases(): Arbitrary<CallCase> {
  const names = Object.keys(operations) as OperationName[];
  const unknown = fc.record({ operation: wildText, input: wildJson, edits });
  return fc.oneof(
    ...names.map((name) => ({ weight: seldom[name] ?? usualWeight, arbitrary: casesOf(name) })),
    { weight: usualWeight, arbitrary: unknown },
  );
}

export function inputOf({ input, edits: changes }: CallCase): Json {
  return editJson(input, changes);
}
