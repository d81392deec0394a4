import { expect, it, test } from "vitest";
import { errorCodes } from "../../src/shared/contract/errors.js";
import { deals, products } from "../support/catalogue.js";
import { createBareApp, expectError, expectOk, setupEngine } from "../support/contract.js";
import { createValidator, lintDocument } from "../support/openapi.js";

const engine = setupEngine([...products, ...deals]);

/** The statuses that the contract lists for each endpoint. */
const documentedStatuses: Record<string, string> = {
  "GET /products": "200 400 401 403 404 429 500 503",
  "GET /products/details": "200 400 401 403 404 429 500 503",
  "GET /products/search": "200 400 401 403 429 500 503",
  "GET /products/offers": "200 400 401 403 404 429 500 503",
  "GET /products/offers/history": "200 400 401 403 404 429 500 503",
  "GET /products/history": "200 400 401 403 404 429 500 503",
  "GET /products/reviews": "200 400 401 403 404 429 500 503",
  "POST /products/batch": "200 202 400 401 403 429 500 503",
  "GET /batch/{batchId}": "200 401 404 429 500 503",
  "GET /products/scheduled": "200 401 429 500 503",
  "PUT /products/scheduled": "200 400 401 403 404 429 500 503",
  "POST /products/schedule": "200 400 401 403 404 429 500 503",
  "DELETE /products/scheduled": "200 400 401 429 500 503",
  "DELETE /products/schedule": "200 400 401 429 500 503",
  "GET /deals": "200 400 401 403 429 500 503",
  // Webhooks count against the rate limit (decision 6).
  "GET /webhooks": "200 401 429 500 503",
  "POST /webhooks": "201 400 401 429 500 503",
  "PUT /webhooks/{webhookId}": "200 400 401 404 429 500 503",
  "DELETE /webhooks/{webhookId}": "200 401 404 429 500 503",
  "POST /webhooks/{webhookId}/test": "200 401 404 429 500 503",
  "GET /usage": "200 401 429 500 503",
};

function operations() {
  return Object.entries(engine().document().paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
}

interface FieldSchema {
  readonly properties: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly description?: string;
}

/** The schema of a field within a component. */
function schemaAt(component: string, ...path: readonly string[]): FieldSchema {
  const schemas = engine().document().components.schemas as unknown as Record<string, FieldSchema>;
  return path.reduce(
    (schema, name) => schema?.properties[name] as FieldSchema,
    schemas[component] as FieldSchema,
  );
}

it("is OpenAPI 3.0 that a linter finds no fault with [§1 base URL]", async () => {
  expect(engine().document().openapi).toMatch(/^3\.0\.\d$/);
  expect(
    await lintDocument(engine().document(), {
      "operation-description": "error",
      "tag-description": "error",
    }),
  ).toEqual([]);
});

it("serves the document without a key, and does not count the request [decision 1]", async () => {
  const before = (await engine().get("/usage")).body.meta.rate_limit_remaining;
  for (const key of [null, engine().key, "nonsense"]) expectOk(await engine().get("/openapi.json", { key }));
  expect((await engine().get("/usage")).body.meta.rate_limit_remaining).toBe(before - 1);
});

it("lists exactly the served paths [§1 base URL]", async () => {
  const app = createBareApp(engine());
  const served = app.routes
    .filter(({ method, path }) => method !== "ALL" && path.startsWith("/v1/"))
    .map(({ method, path }) => `${method} ${path.replace("/v1", "").replace(/:(\w+)/g, "{$1}")}`);
  const listed = operations().map(({ name }) => name);
  expect([...listed, "GET /openapi.json"].sort()).toEqual([...new Set(served)].sort());
  expect(listed.sort()).toEqual(Object.keys(documentedStatuses).sort());
});

it("documents the contract's statuses for each endpoint, and 405 [§4 success]", () => {
  for (const { name, operation } of operations()) {
    const expected = `${documentedStatuses[name]} 405`.split(" ");
    expect(Object.keys(operation.responses).sort(), name).toEqual(expected.sort());
  }
});

it("documents CSV exactly for endpoints with a format parameter [§4 format]", () => {
  for (const { operation } of operations()) {
    const hasFormat = operation.parameters.some(({ name }) => name === "format");
    expect(operation.responses["200"]?.content["text/csv"] !== undefined).toBe(hasFormat);
  }
});

it("lists every error code [§7 shape]", () => {
  const { description } = schemaAt("ErrorResponse", "error_detail", "code");
  for (const code of errorCodes) expect(description).toContain(code);
});

it("documents values that may be added as strings with an example [decision 74; §9 rule 2]", () => {
  const open = [
    schemaAt("Match", "by"),
    schemaAt("ErrorResponse", "error_detail", "code"),
    schemaAt("Offer", "condition_grade"),
    ...["Webhook", "NewWebhook", "ListedWebhook"].map((name) => schemaAt(name, "events").items),
  ];
  for (const schema of open) {
    expect(schema).toMatchObject({ type: "string", example: expect.any(String) });
    expect(schema).not.toHaveProperty("enum");
  }
});

it("leaves objects open for future fields [§9 rule 2]", () => {
  expect(JSON.stringify(engine().document())).not.toContain('"additionalProperties":false');
});

it("marks legacy paths and aliases as deprecated, naming their replacements [§9 rule 4]", () => {
  const deprecated = operations().filter(({ operation }) => operation.deprecated === true);
  expect(deprecated.map(({ name, operation }) => [name, operation.summary])).toEqual([
    ["GET /products/details", expect.stringMatching(/GET \/products$/)],
    ["GET /products/history", expect.stringMatching(/GET \/products\/offers\/history$/)],
    ["POST /products/schedule", expect.stringMatching(/PUT \/products\/scheduled$/)],
    ["DELETE /products/schedule", expect.stringMatching(/DELETE \/products\/scheduled$/)],
  ]);
  const history = engine().document().paths["/products/offers/history"]?.get;
  const aliases = history?.parameters.filter((parameter) => parameter.deprecated === true);
  expect(aliases?.map(({ name }) => name)).toEqual(["start_date", "end_date"]);
});

it("documents the headers that responses carry [§8 rate headers]", async () => {
  for (const [path, query] of [
    ["/products", "ids=AH-100"],
    ["/usage", ""],
  ] as const) {
    const documented = engine().document().paths[path]?.get?.responses["200"]?.headers ?? {};
    const { headers } = expectOk(await engine().get(`${path}?${query}`));
    for (const name of Object.keys(documented)) expect(headers.has(name), name).toBe(true);
    expect(Object.keys(documented)).toContain("X-RateLimit-Reset");
  }
});

it("documents rate headers for every error after authentication [§8 rate headers]", async () => {
  const responses = engine().document().paths["/products/scheduled"]?.put?.responses ?? {};
  for (const [status, { headers = {} }] of Object.entries(responses))
    expect(Object.keys(headers).includes("X-RateLimit-Reset"), status).toBe(status !== "401");
  const { headers } = expectError(
    await engine().request("PUT", "/products/scheduled"),
    "ERR_IDENTIFIER_REQUIRED",
  );
  for (const name of Object.keys(responses["400"]?.headers ?? {})) expect(headers.has(name), name).toBe(true);
});

test("has an example of every parameter and every request body", () => {
  for (const { name, operation } of operations()) {
    for (const parameter of operation.parameters)
      expect(parameter.example, `${name} ${parameter.name}`).toBeDefined();
    const body = operation.requestBody?.content["application/json"];
    expect(body === undefined || Object.keys(body.example ?? {}).length > 0, name).toBe(true);
  }
});

it("declares both ways to send a key [§5 rule 1]", () => {
  expect(Object.values(engine().document().components.securitySchemes)).toMatchObject([
    { type: "http", scheme: "bearer" },
    { type: "apiKey", in: "query", name: "api_key" },
  ]);
});

test("the response validator accepts null for a product and a review, but no other type", async () => {
  const validate = createValidator(engine().document());
  const { body } = await engine().request("POST", "/products/batch", {
    identifiers: ["AH-100"],
    include: ["reviews"],
  });
  const problems = (change: object) =>
    validate(
      "/products/batch",
      200,
      { ...body, results: [{ ...(body.results as object[])[0], ...change }] },
      "POST",
    );
  expect(problems({ product: null, review: null })).toEqual([]);
  for (const wrong of [{ product: 1 }, { product: {} }, { review: "none" }, { status: null }])
    expect(problems(wrong)).not.toEqual([]);
});
