import { z } from "zod";
import { errorResponse } from "../../../shared/contract/errors.js";
import { contractOperations } from "../../../shared/contract/operations.js";
import { type Endpoint, endpointsByPath } from "./endpoints.js";
import { type AnyRoute, type SuccessResponse, successResponses } from "./route.js";

/** Part of an OpenAPI document. Loosely typed, because a linter in the tests validates the whole document. */
type JsonObject = { [key: string]: unknown };

const errorDescriptions: Record<number, string> = {
  400: "A parameter is missing or malformed.",
  401: "The API key is missing, malformed or revoked.",
  403: "The account has no active plan.",
  404: "Nothing matched.",
  405: "The endpoint is not available to this caller, or not with this method.",
  429: "The credits, or the requests of this hour, are used up.",
  500: "Something unexpected went wrong; nothing was charged.",
};

/** zod's JSON Schema for OpenAPI 3.0; a schema's `override` meta replaces what a transform cannot express. */
function toSchema(schema: z.ZodType, io: "input" | "output", sharedSchemas: JsonObject): JsonObject {
  const { definitions, ...own } = z.toJSONSchema(schema, {
    target: "openapi-3.0",
    io,
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { override } = jsonSchema as { override?: JsonObject };
      if (override === undefined) return;
      const { description } = jsonSchema;
      for (const key of Object.keys(jsonSchema)) delete (jsonSchema as JsonObject)[key];
      Object.assign(jsonSchema, override, description === undefined ? {} : { description });
    },
  }) as JsonObject & { definitions?: JsonObject };
  Object.assign(sharedSchemas, definitions);
  return own;
}

/** zod wraps a reference in `allOf` to give it siblings; OpenAPI 3.0 allows `nullable` only beside a type. */
function unwrapReference(value: JsonObject): JsonObject {
  const { allOf, nullable, ...rest } = value;
  if (!Array.isArray(allOf) || allOf.length !== 1) return value;
  if (nullable === true) return { ...rest, type: "object", nullable, allOf };
  return Object.keys(rest).length === 0 ? (allOf[0] as JsonObject) : value;
}

/** Points references at the document's components. Opens closed objects, because contract §9 allows new fields. */
function finalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(finalize);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(unwrapReference(value as JsonObject))
    .filter(([key, each]) => key !== "id" || typeof each !== "string" || !("type" in value))
    .filter(([key, each]) => !(key === "additionalProperties" && each === false) && key !== "$schema")
    .map(([key, each]) =>
      key === "$ref" && typeof each === "string"
        ? [key, each.replace("#/definitions/", "#/components/schemas/")]
        : [key, finalize(each)],
    );
  return Object.fromEntries(entries);
}

function queryParameter(
  name: string,
  schema: JsonObject,
  required: boolean,
  isDeprecated = false,
): JsonObject {
  const { description, ...type } = schema;
  return {
    name,
    in: "query",
    required,
    ...(isDeprecated ? { deprecated: true } : {}),
    ...(description === undefined ? {} : { description }),
    schema: type,
  };
}

interface InputSchema {
  readonly properties?: Record<string, JsonObject>;
  readonly required?: readonly string[];
}

/** The operation's input, without the path parameter. */
function inputFields(route: AnyRoute, sharedSchemas: JsonObject): InputSchema {
  const { properties = {}, required = [] } = toSchema(
    contractOperations[route.operation].input,
    "input",
    sharedSchemas,
  ) as InputSchema;
  const inPath = route.pathParameter?.field;
  return {
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== inPath)),
    required: required.filter((name) => name !== inPath),
  };
}

function pathParameters({ pathParameter }: AnyRoute): JsonObject[] {
  if (pathParameter === undefined) return [];
  return [{ name: pathParameter.name, in: "path", required: true, schema: { type: "string" } }];
}

function queryParameters({ route, legacy }: Endpoint, sharedSchemas: JsonObject): JsonObject[] {
  if (route.inputSource === "body") return [];
  const { properties = {}, required = [] } = inputFields(route, sharedSchemas);
  const aliases = Object.entries(route.aliases ?? {});
  // A parameter may be missing from the query if an alias or a legacy body supplies it.
  const replaceable = new Set(aliases.map(([, name]) => name));
  const isRequired = (name: string) =>
    required.includes(name) && !replaceable.has(name) && legacy?.bodySchema === undefined;
  return [
    ...Object.entries(properties).map(([name, each]) => queryParameter(name, each, isRequired(name))),
    ...aliases.map(([alias, name]) =>
      queryParameter(alias, { ...properties[name], description: `Alias of ${name}.` }, false, true),
    ),
  ];
}

function requestBody({ route, legacy }: Endpoint, sharedSchemas: JsonObject): JsonObject {
  const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
  if (legacy?.bodySchema !== undefined)
    return {
      requestBody: { required: false, ...content(toSchema(legacy.bodySchema, "input", sharedSchemas)) },
    };
  if (route.inputSource !== "body") return {};
  const { properties = {}, required = [] } = inputFields(route, sharedSchemas);
  const schema = { type: "object", properties, ...(required.length === 0 ? {} : { required }) };
  return { requestBody: { required: true, ...content(schema) } };
}

function headerObjects(names: Record<string, string>): JsonObject {
  return Object.fromEntries(
    Object.entries(names).map(([name, description]) => [
      name,
      { description, schema: { type: name === "X-Request-Id" ? "string" : "integer" } },
    ]),
  );
}

const accountHeaders = {
  "X-Request-Id": "The same as meta.request_id.",
  "X-Credits-Used": "The same as meta.credits_used.",
  "X-Credits-Remaining": "The same as meta.credits_remaining.",
};

const rateHeaders = {
  "X-RateLimit-Limit": "Requests allowed in a rolling hour.",
  "X-RateLimit-Remaining": "Requests left after this one.",
  "X-RateLimit-Reset": "Seconds until the oldest request of the hour ages out.",
};

const successDescriptions: Record<number, string> = {
  200: "Success.",
  201: "Created.",
  202: "Accepted; the job runs in the background.",
};

function describeSuccess({ csv }: AnyRoute, success: SuccessResponse, sharedSchemas: JsonObject): JsonObject {
  const schema = toSchema(success.schema, "output", sharedSchemas);
  return {
    description: successDescriptions[success.status],
    headers: headerObjects({ ...accountHeaders, ...rateHeaders }),
    content: {
      "application/json": { schema },
      ...(csv === undefined ? {} : { "text/csv": { schema: { type: "string" } } }),
    },
  };
}

function describeFailure(status: number, error: JsonObject): JsonObject {
  const extra: Record<string, string> = {
    // Without authentication the account, and so its rate, is unknown.
    ...(status === 401 ? {} : rateHeaders),
    ...(status === 429 ? { "Retry-After": "Seconds to wait; sent with ERR_RATE_LIMIT only." } : {}),
  };
  return {
    description: errorDescriptions[status] ?? "An error.",
    headers: headerObjects({ ...accountHeaders, ...extra }),
    content: { "application/json": { schema: error } },
  };
}

function operationId({ route, legacy, path }: Endpoint): string {
  const own = route.operation.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase());
  return legacy === null ? own : own + path.replace(/[^a-z]+/gi, "_");
}

function describeOperation(endpoint: Endpoint, sharedSchemas: JsonObject): JsonObject {
  const { route, legacy } = endpoint;
  const error = toSchema(errorResponse, "output", sharedSchemas);
  const successes = successResponses(route).map((success) => [
    success.status,
    describeSuccess(route, success, sharedSchemas),
  ]);
  const failures = route.errorStatuses.map((status) => [status, describeFailure(status, error)]);
  return {
    operationId: operationId(endpoint),
    ...(legacy === null ? {} : { deprecated: true }),
    tags: [route.tag],
    summary: legacy === null ? route.summary : `Legacy path of ${route.method} ${route.path}`,
    parameters: [...pathParameters(route), ...queryParameters(endpoint, sharedSchemas)],
    ...requestBody(endpoint, sharedSchemas),
    responses: Object.fromEntries([...successes, ...failures]),
  };
}

function describePaths(sharedSchemas: JsonObject): JsonObject {
  const paths: JsonObject = {};
  for (const [path, endpoints] of endpointsByPath())
    paths[path] = Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint.method.toLowerCase(),
        describeOperation(endpoint, sharedSchemas),
      ]),
    );
  return paths;
}

const tags = [
  { name: "Products", description: "Look-ups, offers, price history and reviews." },
  { name: "Batch", description: "Many look-ups in one request." },
  { name: "Scheduling", description: "Products that are checked regularly." },
  { name: "Webhooks", description: "Signed events, delivered over HTTPS." },
  { name: "Deals", description: "Deals, graded from price history." },
  { name: "Usage", description: "Credits and requests of the account." },
];

/** The OpenAPI 3.0 document, generated from the schemas that validate requests. */
export function openApiDocument(baseUrl: string, version: string): JsonObject {
  const sharedSchemas: JsonObject = {};
  const paths = describePaths(sharedSchemas);
  return finalize({
    openapi: "3.0.3",
    info: {
      title: "Tidemark product data",
      version,
      description:
        "Products, offers, price history, reviews, deals, batches, schedules and webhooks, served by Tidemark on this computer.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: baseUrl, description: "This installation" }],
    security: [{ bearer: [] }, { apiKeyParameter: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "ss_live_ followed by 32 letters and digits.",
        },
        apiKeyParameter: { type: "apiKey", in: "query", name: "api_key" },
      },
      schemas: sharedSchemas,
    },
  }) as JsonObject;
}
