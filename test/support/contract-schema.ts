import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

/** Checks responses against the served OpenAPI document. */

interface Json {
  readonly [key: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required: boolean;
  readonly deprecated?: boolean;
  readonly schema: Json & { readonly type?: string; readonly enum?: readonly unknown[] };
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { schema: Json }>>;
  };
  readonly responses: Readonly<
    Record<string, { readonly headers?: Json; readonly content: Readonly<Record<string, { schema: Json }>> }>
  >;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Json>>; readonly securitySchemes: Json };
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Converts OpenAPI 3.0 to JSON Schema: `nullable` becomes a union with null. Objects are closed here, although the
 * document leaves them open (contract, §9, rule 2), so that undocumented fields are reported.
 */
function toJsonSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toJsonSchema);
  if (!isObject(value)) return value;
  const { nullable, ...rest } = value;
  const schema: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([key, each]) => [key, toJsonSchema(each)]),
  );
  if (isObject(schema.properties) && schema.type === "object" && schema.additionalProperties === undefined)
    schema.additionalProperties = false;
  return nullable === true ? { anyOf: [{ type: "null" }, schema] } : schema;
}

/** The path template of the document that matches a path, or `undefined`. */
export function documentedPath(document: OpenApiDocument, path: string): string | undefined {
  if (document.paths[path] !== undefined) return path;
  const parts = path.split("/");
  return Object.keys(document.paths).find((listed) => {
    const names = listed.split("/");
    return (
      names.length === parts.length && names.every((name, i) => name.startsWith("{") || name === parts[i])
    );
  });
}

/** The documented operation of a method on a path. */
export function documentedOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
): Operation | undefined {
  return document.paths[documentedPath(document, path) ?? ""]?.[method.toLowerCase()];
}

export type Validate = (path: string, status: number, body: unknown, method?: string) => string[];

/** Returns a function that lists how a JSON response differs from the document. */
export function validatorOf(document: OpenApiDocument): Validate {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const schemas = toJsonSchema(document.components.schemas) as Json;
  const compiled = new Map<string, ValidateFunction>();
  const compile = (name: string, schema: unknown): ValidateFunction => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const made = ajv.compile({ ...(toJsonSchema(schema) as object), components: { schemas } });
    compiled.set(name, made);
    return made;
  };
  const errorSchema = { $ref: "#/components/schemas/ErrorResponse" };
  return (path, status, body, method = "GET") => {
    const response = documentedOperation(document, path, method)?.responses[status];
    const schema = response?.content["application/json"]?.schema ?? errorSchema;
    const validate = compile(
      response === undefined ? "error" : `${method} ${documentedPath(document, path)} ${status}`,
      schema,
    );
    if (validate(body)) return [];
    return (validate.errors ?? []).map(
      (each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`,
    );
  };
}
