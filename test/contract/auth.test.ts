import { expect, it } from "vitest";
import { keyShape } from "../../src/shared/api-key.js";
import { products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);
const path = "/products?ids=AH-100";
const unknownKey = `ss_live_${"a".repeat(32)}`;

const getUsage = (headers: Record<string, string>, query = "") =>
  engine().get(`/usage${query}`, { key: null, headers });

it("accepts the key as a bearer token [§5 rule 1]", async () => {
  expectOk(await engine().get(path));
});

it("accepts the bearer scheme in any case, with one or more spaces [decision 70]", async () => {
  const { key } = engine();
  for (const start of ["bearer ", "BEARER ", "bEaReR   ", "Bearer  "]) {
    const headers = { Authorization: start + key };
    const response = await engine().sendRaw({ path: "/v1/usage", headers });
    expectOk(engine().check("/usage", response));
  }
});

it("accepts the key as a query parameter [§5 rule 1]", async () => {
  expectOk(await engine().get(`${path}&api_key=${engine().key}`, { key: null }));
});

it("creates keys of a fixed prefix and 32 letters or digits [§5 rule 2; decision 4]", () => {
  const keys = Array.from({ length: 20 }, () => engine().createKey().key);
  for (const key of keys) expect(key).toMatch(/^ss_live_[A-Za-z0-9]{32}$/);
  for (const key of keys) expect(key).toMatch(keyShape);
  expect(new Set(keys).size).toBe(keys.length);
});

it("prefers the Authorization header to the query parameter [decision 4]", async () => {
  const { key } = engine();
  expectOk(await getUsage({ Authorization: `Bearer ${key}` }, `?api_key=${unknownKey}`));
  expectError(
    await getUsage({ Authorization: `Bearer ${unknownKey}` }, `?api_key=${key}`),
    "ERR_AUTH_REVOKED",
  );
  expectError(await getUsage({ Authorization: "Basic dTpw" }, `?api_key=${key}`), "ERR_AUTH_INVALID");
});

it("stores only the SHA-256 hash of a key [decision 4]", () => {
  const { key, db } = engine();
  const rows = db.connection.prepare("SELECT * FROM api_key").all();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(key.slice("ss_live_".length));
  expect(rows[0]).toMatchObject({ hash: expect.objectContaining({ length: 32 }) });
});

it("returns ERR_AUTH_MISSING when neither header nor parameter has a key [§5 rule 4; §7 ERR_AUTH_MISSING; decision 44]", async () => {
  expectError(await getUsage({}), "ERR_AUTH_MISSING");
  expectError(await getUsage({}, "?api_key="), "ERR_AUTH_MISSING");
  expectError(await getUsage({}, "?api_key"), "ERR_AUTH_MISSING");
  expectError(await getUsage({ "X-Api-Key": engine().key }), "ERR_AUTH_MISSING");
});

it("returns ERR_AUTH_INVALID for a malformed Authorization header [§5 rule 2; §5 rule 4; §7 ERR_AUTH_INVALID; decision 4; decision 44]", async () => {
  const { key } = engine();
  const headers = [
    "",
    "Bearer",
    key,
    `Bearer${key}`,
    `Bearer\t${key}`,
    `Token ${key}`,
    `Bearer "${key}"`,
    `Bearer '${key}'`,
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}x`,
    `Bearer ${key.replace("live", "test")}`,
    `Bearer ${key.slice(0, -1)}-`,
    `Bearer ${key} ${key}`,
    `Bearer ${key},`,
  ];
  for (const header of headers) {
    const response = await engine().sendRaw({ path: "/v1/usage", headers: { Authorization: header } });
    expectError(engine().check("/usage", response), "ERR_AUTH_INVALID");
  }
});

it("returns ERR_AUTH_INVALID for a malformed api_key parameter [§7 ERR_AUTH_INVALID]", async () => {
  const { key } = engine();
  const values = [`"${key}"`, `%20${key}`, `${key}%20`, key.slice(0, -2), `Bearer%20${key}`, "%00"];
  for (const value of values) expectError(await getUsage({}, `?api_key=${value}`), "ERR_AUTH_INVALID");
});

it("returns ERR_AUTH_REVOKED for an unknown key, and for a key once it is revoked [§5 rule 4; §7 ERR_AUTH_REVOKED; decision 46]", async () => {
  expectError(await engine().get("/usage", { key: unknownKey }), "ERR_AUTH_REVOKED");
  const { id, key } = engine().createKey();
  expectOk(await engine().get("/usage", { key }));
  expect(engine().revokeKey(id)).toBe(true);
  expectError(await engine().get("/usage", { key }), "ERR_AUTH_REVOKED");
});

it("reports zero credits and no rate limit without a valid key [decision 7]", async () => {
  for (const key of [null, unknownKey]) {
    const { body, headers } = await engine().get("/usage", { key });
    expect(body.meta).toMatchObject({ credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 });
    expect(headers.has("x-ratelimit-limit")).toBe(false);
  }
});

it("does not count failed authentication against the rate limit [decision 6]", async () => {
  const key = createAccountKey(engine());
  for (let i = 0; i < 5; i++) await engine().get("/usage", { key: i % 2 === 0 ? null : `${key}x` });
  const { meta } = expectOk(await engine().get("/usage", { key })).body;
  expect(meta.rate_limit_remaining).toBe(999);
});

it("checks the key before the path [decision 2]", async () => {
  expectError(await engine().get("/nothing/here", { key: null }), "ERR_AUTH_MISSING");
  expectError(await engine().get("/usage", { key: null, method: "DELETE" }), "ERR_AUTH_MISSING");
  const root = await engine().sendRaw({ path: "/v1" });
  expectError(root, "ERR_AUTH_MISSING");
});

it("checks path and method before the subscription [decision 2]", async () => {
  engine().setAccount({ status: "none" }, "poor");
  const { key } = engine().createKey({ account: "poor" });
  expectError(await engine().get("/nothing", { key }), "ERR_ENDPOINT_NOT_FOUND");
  expectError(await engine().get("/products", { key, method: "POST" }), "ERR_METHOD_NOT_ALLOWED");
  expectError(await engine().get("/products?ids=", { key }), "ERR_SUBSCRIPTION_REQUIRED");
});

it("checks the parameters before the credits [decision 2]", async () => {
  const key = createAccountKey(engine(), 0);
  expectError(await engine().get("/products/search?q=lamp&limit=0", { key }), "ERR_INVALID_PARAMS");
  expectError(await engine().get("/products?ids=nothing-of-the-kind", { key }), "ERR_PRODUCT_NOT_FOUND");
  expectError(await engine().get(path, { key }), "ERR_CREDITS_EXHAUSTED");
});

const readOnly = () => engine().createKey({ readOnly: true }).key;

it("returns 404 to a read-only key on an unknown path [decision 43]", async () => {
  expectError(await engine().get("/nothing", { key: readOnly() }), "ERR_ENDPOINT_NOT_FOUND");
  expectError(await engine().get("/nothing", { key: readOnly(), method: "POST" }), "ERR_ENDPOINT_NOT_FOUND");
});
