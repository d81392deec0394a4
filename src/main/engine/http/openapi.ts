import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiResponseObject } from "zod-openapi";
import { errorResponse } from "../../../shared/contract/meta.js";
import { contractOperations } from "../../../shared/contract/operations.js";
import { identifierList } from "../../../shared/contract/requests.js";
import { type Endpoint, endpointsByPath } from "./endpoints.js";
import { type AnyRoute, type SuccessResponse, successResponses } from "./route.js";

type Fields = Record<string, z.ZodType>;

const errorDescriptions: Record<number, string> = {
  400: "A parameter is missing or malformed.",
  401: "The API key is missing, malformed or revoked.",
  403: "The account has no active plan.",
  404: "Nothing matched.",
  405: "The endpoint is not available to this caller, or not with this method.",
  429: "The credits, or the requests of this hour, are used up.",
  500: "Something unexpected went wrong; nothing was charged.",
  503: "Too many requests are waiting; nothing was counted or charged.",
};

/** Copies a field, because its metadata is keyed by the schema object. */
function queryParameter(field: z.ZodType, isOptional: boolean, alias?: string): z.ZodType {
  const meta = field.meta() ?? {};
  // A query string has the list as one text.
  const type = field === identifierList ? z.string() : field;
  return (isOptional ? type.optional() : type.clone()).meta({
    ...meta,
    ...(alias === undefined ? {} : { description: `Alias of ${alias}.` }),
    param: { example: meta.example, ...(alias === undefined ? {} : { deprecated: true }) },
  });
}

function queryParameters({ route, legacy }: Endpoint, fields: Fields): Fields {
  if (route.inputSource === "body") return {};
  const aliases = Object.entries(route.aliases ?? {});
  // A parameter may be missing from the query if an alias or a legacy body supplies it.
  const replaceable = new Set(aliases.map(([, name]) => name));
  const isOptional = (name: string) => replaceable.has(name) || legacy?.bodySchema !== undefined;
  const own = Object.entries(fields).map(([name, field]) => [name, queryParameter(field, isOptional(name))]);
  const others = aliases.map(([alias, name]) => [
    alias,
    queryParameter(fields[name] ?? z.string(), true, name),
  ]);
  return Object.fromEntries([...own, ...others]);
}

/** The operation's parameters and body; both take their examples from the fields. */
function describeRequest(endpoint: Endpoint) {
  const { route, legacy } = endpoint;
  const shape: Fields = contractOperations[route.operation].input.shape;
  const { name = "", field = "" } = route.pathParameter ?? {};
  const fields = Object.fromEntries(Object.entries(shape).filter(([each]) => each !== field));
  const body = legacy?.bodySchema ?? (route.inputSource === "body" ? z.object(fields) : undefined);
  const inPath = shape[field];
  return {
    requestParams: {
      ...(inPath === undefined ? {} : { path: z.object({ [name]: queryParameter(inPath, false) }) }),
      query: z.object(queryParameters(endpoint, fields)),
    },
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: legacy === null,
            content: { "application/json": { schema: body, example: exampleOf(body) } },
          },
        }),
  };
}

function exampleOf({ shape }: z.ZodObject): Record<string, unknown> {
  const examples = Object.entries(shape as Fields).map(([name, field]) => [name, field.meta()?.example]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

function describeHeaders(descriptions: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(descriptions).map(([name, description]) => [
      name,
      { description, schema: { type: name === "X-Request-Id" ? ("string" as const) : ("integer" as const) } },
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

const successDescriptions = {
  200: "Success.",
  201: "Created.",
  202: "Accepted; the job runs in the background.",
};

function describeSuccess({ csv }: AnyRoute, { status, schema }: SuccessResponse): ZodOpenApiResponseObject {
  return {
    description: successDescriptions[status],
    headers: describeHeaders({ ...accountHeaders, ...rateHeaders }),
    content: {
      "application/json": { schema },
      ...(csv === undefined ? {} : { "text/csv": { schema: { type: "string" } } }),
    },
  };
}

function describeFailure(status: number): ZodOpenApiResponseObject {
  return {
    description: errorDescriptions[status] ?? "An error.",
    headers: describeHeaders({
      ...accountHeaders,
      // Without authentication the account, and so its rate, is unknown.
      ...(status === 401 ? {} : rateHeaders),
      ...(status === 429 ? { "Retry-After": "Seconds to wait; sent with ERR_RATE_LIMIT only." } : {}),
      ...(status === 503 ? { "Retry-After": "Seconds to wait." } : {}),
    }),
    content: { "application/json": { schema: errorResponse } },
  };
}

function operationId({ route, legacy, path }: Endpoint): string {
  const own = route.operation.replace(/\.(\w)/, (_dot, letter: string) => letter.toUpperCase());
  return legacy === null ? own : own + path.replace(/[^a-z]+/gi, "_");
}

function describeOperation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { route, legacy } = endpoint;
  return {
    operationId: operationId(endpoint),
    ...(legacy === null ? {} : { deprecated: true }),
    tags: [route.tag],
    summary: legacy === null ? route.summary : `Legacy path of ${route.method} ${route.path}`,
    description: route.description,
    ...describeRequest(endpoint),
    responses: Object.fromEntries([
      ...successResponses(route).map((each) => [each.status, describeSuccess(route, each)]),
      ...route.errorStatuses.map((status) => [status, describeFailure(status)]),
    ]),
  };
}

const tags = [
  { name: "Products", description: "Look-ups, offers, price history and reviews." },
  { name: "Batch", description: "Many look-ups in one request." },
  { name: "Scheduling", description: "Products that are checked regularly." },
  { name: "Webhooks", description: "Signed events, delivered over HTTPS." },
  { name: "Deals", description: "Deals, graded from price history." },
  { name: "Usage", description: "Credits and requests of the account." },
];

/** The OpenAPI 3.0 document (contract §1), generated from the schemas that validate requests. */
export function openApiDocument(baseUrl: string, version: string): object {
  return createDocument(
    {
      openapi: "3.0.3",
      info: {
        title: "Tidemark product data",
        version,
        description:
          "Products, offers, price history, reviews, deals, batches, schedules and webhooks, served by Tidemark on this computer.",
        contact: { name: "The authors of Tidemark" },
        license: { name: "MIT", url: "https://opensource.org/license/mit" },
      },
      servers: [{ url: baseUrl, description: "This installation" }],
      security: [{ bearer: [] }, { apiKeyParameter: [] }],
      tags,
      paths: Object.fromEntries(
        [...endpointsByPath()].map(([path, endpoints]) => [
          path,
          Object.fromEntries(endpoints.map((each) => [each.method.toLowerCase(), describeOperation(each)])),
        ]),
      ),
      components: {
        securitySchemes: {
          bearer: {
            type: "http",
            scheme: "bearer",
            description: "ss_live_ followed by 32 letters and digits.",
          },
          apiKeyParameter: { type: "apiKey", in: "query", name: "api_key" },
        },
      },
    },
    {
      override: ({ jsonSchema }) => {
        // Contract §9 allows new fields.
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
        // In OpenAPI 3.0, a nullable enum must list null.
        if (jsonSchema.nullable === true) jsonSchema.enum?.push(null);
      },
    },
  );
}
