import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";

/** Reads the served OpenAPI document and checks answers against it. */

interface Json {
  readonly [key: string]: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path";
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly example?: unknown;
  readonly schema: Json & { readonly type?: string; readonly enum?: readonly unknown[] };
}

interface Operation {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { schema: Json; example?: unknown }>>;
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

/** The document without room for later fields (contract, section 9, rule 2), to notice undocumented ones. */
function closeObjects(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_key, value: unknown) =>
    isObject(value) &&
    value.type === "object" &&
    isObject(value.properties) &&
    value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  ) as OpenApiDocument;
}

/** The path as the document writes it, with names in the place of ids; `undefined` where it lists none such. */
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

function pointer(...parts: readonly (string | number)[]): string {
  const escaped = parts.map((part) => String(part).replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map(encodeURIComponent).join("/")}`;
}

/** Compiles the document's schemas where they stand, as served. */
function schemaCompiler(document: OpenApiDocument): (reference: string) => ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi.json");
  const compiled = new Map<string, ValidateFunction>();
  return (reference) => {
    const validate = compiled.get(reference) ?? ajv.compile({ $ref: `openapi.json${reference}` });
    compiled.set(reference, validate);
    return validate;
  };
}

/** Validates a JSON response against the document as served, and against one that allows no other fields. */
export function validatorOf(document: OpenApiDocument): Validate {
  const compilers = [document, closeObjects(document)].map(schemaCompiler);
  return (path, status, body, method = "GET") => {
    const listed = documentedPath(document, path);
    const response = documentedOperation(document, path, method)?.responses[status];
    const reference =
      listed === undefined || response?.content["application/json"] === undefined
        ? pointer("components", "schemas", "ErrorResponse")
        : pointer(
            ...["paths", listed, method.toLowerCase(), "responses", status],
            ...["content", "application/json", "schema"],
          );
    const errors = compilers.flatMap((compile) => {
      const validate = compile(reference);
      return validate(body) ? [] : (validate.errors ?? []);
    });
    return errors.map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`);
  };
}
