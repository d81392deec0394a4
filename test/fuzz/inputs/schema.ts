import fc, { type Arbitrary } from "fast-check";
import { exampleFor } from "./examples.js";
import { anyJson } from "./json.js";
import { anyText } from "./text.js";

/** The part of JSON Schema that OpenAPI and zod use. */
export interface Schema {
  readonly type?: string;
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** Finds the schema of a `$ref`. */
export type Resolve = (reference: string) => Schema;

function numbers({ type, minimum = -5, maximum = Number.MAX_SAFE_INTEGER }: Schema): Arbitrary<unknown> {
  const bounds = fc.constantFrom(minimum, maximum, minimum + 1, maximum - 1, minimum - 1, maximum + 1);
  const least = Math.ceil(minimum);
  const most = Math.floor(maximum);
  const wide = fc.integer({ min: Math.max(least, -1e6), max: Math.min(most, 1e6) });
  // Ids of existing rows are small.
  const small = fc.integer({ min: Math.max(least, 0), max: Math.min(most, Math.max(least, 0) + 30) });
  const usual = fc.oneof(wide, small);
  const any = type === "integer" ? usual : fc.oneof(usual, fc.double({ noNaN: true }));
  return fc.oneof({ weight: 3, arbitrary: any }, { weight: 2, arbitrary: bounds });
}

/** Any short text if fast-check cannot generate from the pattern. */
function matching(pattern: string): Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern), { size: "small" });
  } catch {
    return fc.string({ maxLength: 20 });
  }
}

function texts(schema: Schema, name: string): Arbitrary<unknown> {
  const { format, pattern, minLength = 0, maxLength = 3_000 } = schema;
  const dated = fc.date({ noInvalidDate: true }).map((day) => day.toISOString());
  const bounds = fc
    .constantFrom(minLength, maxLength, maxLength + 1, Math.max(0, minLength - 1))
    .map((length) => "x".repeat(Math.min(length, 5_000)));
  const any =
    pattern === undefined ? fc.string({ minLength, maxLength: Math.min(maxLength, 20) }) : matching(pattern);
  const example = exampleFor(name);
  return fc.oneof(
    { weight: 6, arbitrary: example ?? any },
    { weight: 2, arbitrary: anyText },
    { weight: 1, arbitrary: bounds },
    ...(format === "date" ? [{ weight: 3, arbitrary: dated.map((text) => text.slice(0, 10)) }] : []),
    ...(format === "date-time" ? [{ weight: 3, arbitrary: dated }] : []),
  );
}

function lists({ items = {}, minItems = 0, maxItems = 3 }: Schema, name: string, resolve: Resolve) {
  const item = fitting(items, name, resolve);
  const minLength = Math.min(minItems, 3);
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(item, { minLength, maxLength: Math.max(minLength, Math.min(maxItems, 4)) }),
    },
    { weight: 1, arbitrary: fc.array(item, { maxLength: 110, size: "max" }) },
  );
}

function objects({ properties = {}, required = [] }: Schema, resolve: Resolve): Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, each]) => {
    const value = fitting(each, name, resolve);
    return [name, required.includes(name) ? value : fc.option(value, { nil: undefined, freq: 1 })] as const;
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)));
}

function ofType(schema: Schema, name: string, resolve: Resolve): Arbitrary<unknown> {
  switch (schema.type) {
    case "integer":
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "string":
      return texts(schema, name);
    case "array":
      return lists(schema, name, resolve);
    case "object":
      return objects(schema, resolve);
    case "null":
      return fc.constant(null);
    default:
      return anyJson;
  }
}

/** Values of the schema, including its bounds and one step beyond them. */
export function fitting(schema: Schema, name: string, resolve: Resolve): Arbitrary<unknown> {
  if (schema.$ref !== undefined) return fitting(resolve(schema.$ref), name, resolve);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices !== undefined) return fc.oneof(...choices.map((each) => fitting(each, name, resolve)));
  return ofType(schema, name, resolve);
}

/** Like `fitting`, with values of another type in one case of ten. */
export function mostlyFitting(schema: Schema, name: string, resolve: Resolve): Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: fitting(schema, name, resolve) },
    { weight: 1, arbitrary: anyJson },
  );
}
