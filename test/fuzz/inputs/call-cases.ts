import fc, { type Arbitrary } from "fast-check";
import { z } from "zod";
import { type OperationName, operations } from "../../../src/shared/calls.js";
import { anyJson, anyJsonEdits, editJson, type Json, type JsonEdit } from "./json.js";
import { fitting, type Schema } from "./schema.js";
import { anyText } from "./text.js";

export interface CallCase {
  readonly operation: string;
  readonly input: Json;
  readonly edits: readonly JsonEdit[];
}

const defaultWeight = 60;
/** Operations that fill or empty the catalogue or use the network take as long as hundreds of others. */
const weights: Readonly<Partial<Record<OperationName, number>>> = {
  "sample.load": 1,
  "sample.remove": 1,
  "links.add": 4,
  "upstreams.add": 4,
  "upstreams.update": 4,
  "upstreams.test": 4,
  "upstreams.history": 4,
  "shops.set_engine": 4,
  "shops.find": 4,
  "webhooks.test": 4,
  "channels.test": 4,
};

function inputs(name: OperationName): Arbitrary<Json> {
  const schema = z.toJSONSchema(operations[name].input, { io: "input", unrepresentable: "any" }) as Schema;
  const definitions = Reflect.get(schema, "$defs") as Readonly<Record<string, Schema>> | undefined;
  const resolve = (reference: string) => definitions?.[reference.replace("#/$defs/", "")] ?? {};
  return fc.oneof(
    { weight: 15, arbitrary: fitting(schema, "", resolve) as Arbitrary<Json> },
    { weight: 1, arbitrary: anyJson },
  );
}

const edits = anyJsonEdits(4, 3, 2);

/** Calls of all operations and of unknown ones. */
export function callCases(): Arbitrary<CallCase> {
  const names = Object.keys(operations) as OperationName[];
  const unknown = fc.record({ operation: anyText, input: anyJson, edits });
  return fc.oneof(
    ...names.map((name) => ({
      weight: weights[name] ?? defaultWeight,
      arbitrary: fc.record({ operation: fc.constant<string>(name), input: inputs(name), edits }),
    })),
    { weight: defaultWeight, arbitrary: unknown as Arbitrary<CallCase> },
  );
}

export function toInput({ input, edits: changes }: CallCase): Json {
  return editJson(input, changes);
}
