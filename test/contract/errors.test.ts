import { expect, it } from "vitest";
import { errorCodes, errorRegistry } from "../../src/shared/contract/errors.js";
import { deals, products } from "../support/catalogue.js";
import { createAccountKey, errorStatuses, expectError, expectOk, setupEngine } from "../support/contract.js";
import { type ApiResponse, fetchResponse } from "../support/network.js";

const engine = setupEngine([...products, ...deals]);

it("maps the contract's error codes to its statuses [§7 shape]", () => {
  expect(Object.fromEntries(errorCodes.map((code) => [code, errorRegistry[code].status]))).toEqual(
    errorStatuses,
  );
});

it("returns every error in one shape without extra fields [§7 shape]", async () => {
  const { body } = await engine().get("/products");
  expect(Object.keys(body).sort()).toEqual(["error", "error_detail", "meta", "success"]);
  expect(Object.keys(body.error_detail).sort()).toEqual(["action", "code", "docs_url", "message"]);
  expect(body.success).toBe(false);
});

it("links each error to a page that the engine serves without a key [decision 9; §7 shape]", async () => {
  const { body } = await engine().get("/products", { key: null });
  const { docs_url } = body.error_detail;
  expect(docs_url).toBe(`${engine().origin()}/docs/errors#err_auth_missing`);
  const page = await fetchResponse(docs_url, {});
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/html/);
  for (const code of errorCodes) {
    expect(page.text).toContain(`id="${code.toLowerCase()}"`);
    expect(page.text).toContain(code);
  }
  expect(page.text).not.toMatch(/(?:src|href)="https?:/);
});

it("charges nothing for errors [§7 rule 1]", async () => {
  const key = createAccountKey(engine(), 10);
  const responses: ApiResponse[] = [];
  for (const path of ["/products", "/products?ids=unheard-of", "/nowhere", "/products/search?q=harbor"])
    responses.push(await engine().get(path, { key }));
  expect(responses.map(({ status }) => status)).toEqual([400, 404, 404, 429]);
  for (const { body } of responses)
    expect(body.meta).toMatchObject({ credits_used: 0, credits_remaining: 10 });
});

it("returns 404 for an unknown path [§7 ERR_ENDPOINT_NOT_FOUND; decision 8; §9 rule 1]", async () => {
  for (const path of ["/", "/product", "/products/", "/products/x", "/usage/", "/docs/errors", "/v1/usage"])
    expectError(await engine().get(path), "ERR_ENDPOINT_NOT_FOUND");
  for (const path of ["/", "/usage", "/v2/usage", "/V1/usage", "/v1x", "/docs", "/openapi.json"]) {
    const response = await engine().sendRaw({
      path,
      headers: { Authorization: `Bearer ${engine().key}` },
    });
    expectError(engine().check("(outside)", response), "ERR_ENDPOINT_NOT_FOUND");
  }
  const headers = { Authorization: `Bearer ${engine().key}` };
  expectOk(engine().check("/usage", await engine().sendRaw({ path: "/v1/usage", headers })));
});

it("returns 405 with Allow for an unsupported method [§7 ERR_METHOD_NOT_ALLOWED; decision 8]", async () => {
  for (const [path, item] of Object.entries(engine().document().paths)) {
    const known = Object.keys(item).map((method) => method.toUpperCase());
    const allowed = known.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (known.includes(method)) continue;
      const key = createAccountKey(engine());
      const response = await engine().get(path.replace(/\{\w+\}/, "x"), { method, key });
      expectError(response, "ERR_METHOD_NOT_ALLOWED");
      expect(response.headers.get("allow")).toBe(allowed.join(", "));
    }
  }
});

it("returns 405 with Allow for an unsupported method of the OpenAPI document [decision 8]", async () => {
  for (const method of ["POST", "DELETE"]) {
    const response = expectError(await engine().get("/openapi.json", { method }), "ERR_METHOD_NOT_ALLOWED");
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  }
});

it("ignores unknown parameters [decision 8]", async () => {
  expectOk(await engine().get("/products?ids=AH-100&color=red&currency=EUR&&=&x"));
  expectOk(await engine().get("/usage?anything=1"));
});

it("ignores the body of a GET, whatever its content type [decision 8]", async () => {
  const headers = { "Content-Type": "application/json" };
  expectOk(await engine().get("/usage", { headers }));
  expectOk(await engine().get("/products?ids=AH-100", { headers }));
  const response = await engine().sendRaw({
    path: "/v1/usage",
    headers: { ...headers, Authorization: `Bearer ${engine().key}`, "Content-Length": "9" },
    body: "{not json",
  });
  expectOk(engine().check("/usage", response));
  expectOk(await engine().get("/usage"));
});

it("returns 500 for an internal error without a charge or internals, then recovers [§7 ERR_INTERNAL]", async () => {
  const key = createAccountKey(engine(), 10);
  const { connection } = engine().db;
  connection.exec("ALTER TABLE deal RENAME TO deal_away");
  try {
    for (const path of ["/deals", "/deals?format=csv"]) {
      const { body, headers } = expectError(await engine().get(path, { key }), "ERR_INTERNAL");
      expect(body.meta).toMatchObject({ credits_used: 0, credits_remaining: 10 });
      expect(headers.get("x-ratelimit-limit")).toBe("1000");
      expect(JSON.stringify(body)).not.toMatch(/deal_away|SQL|no such table|\.ts|node_modules/i);
    }
  } finally {
    connection.exec("ALTER TABLE deal_away RENAME TO deal");
  }
  const after = expectOk(await engine().get("/deals", { key }));
  expect(after.body.meta).toMatchObject({ credits_remaining: 9, rate_limit_remaining: 997 });
});
