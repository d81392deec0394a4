import { describe, expect } from "vitest";
import { keyShape } from "../../src/main/engine/domain/random-text.js";
import { products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk, newAccountKey } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);
const path = "/products?ids=AH-100";
const wellFormed = `ss_live_${"a".repeat(32)}`;

const ask = (headers: Record<string, string>, query = "") =>
  engine().get(`/usage${query}`, { key: null, headers });

describe("sending a key", () => {
  rule("section 5 rule 1", "takes the key as a bearer token", async () => {
    expectOk(await engine().get(path));
  });

  rule("section 5 rule 1", "takes the key as a query parameter", async () => {
    expectOk(await engine().get(`${path}&api_key=${engine().key}`, { key: null }));
  });

  rule(["section 5 rule 2", "decision 4"], "makes keys of the prefix and 32 letters and digits", () => {
    const keys = Array.from({ length: 20 }, () => engine().createKey().key);
    for (const key of keys) expect(key).toMatch(/^ss_live_[A-Za-z0-9]{32}$/);
    for (const key of keys) expect(key).toMatch(keyShape);
    expect(new Set(keys).size).toBe(keys.length);
  });

  rule("decision 4", "prefers the header to the parameter", async () => {
    const { key } = engine();
    expectOk(await ask({ Authorization: `Bearer ${key}` }, `?api_key=${wellFormed}`));
    expectError(await ask({ Authorization: `Bearer ${wellFormed}` }, `?api_key=${key}`), "ERR_AUTH_REVOKED");
    expectError(await ask({ Authorization: "Basic dTpw" }, `?api_key=${key}`), "ERR_AUTH_INVALID");
  });

  rule("decision 4", "keeps nothing of a key but its SHA-256 hash", () => {
    const { key, db } = engine();
    const rows = db.connection.prepare("SELECT * FROM api_key").all();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(key.slice("ss_live_".length));
    expect(rows[0]).toMatchObject({ hash: expect.objectContaining({ length: 32 }) });
  });
});

describe("a key that does not open the door", () => {
  rule(
    ["section 5 rule 4", "section 7 ERR_AUTH_MISSING", "decision 44"],
    "is missing where neither header nor parameter has one",
    async () => {
      expectError(await ask({}), "ERR_AUTH_MISSING");
      expectError(await ask({}, "?api_key="), "ERR_AUTH_MISSING");
      expectError(await ask({}, "?api_key"), "ERR_AUTH_MISSING");
      expectError(await ask({ "X-Api-Key": engine().key }), "ERR_AUTH_MISSING");
    },
  );

  rule(
    ["section 5 rule 4", "section 7 ERR_AUTH_INVALID", "decision 4", "decision 44"],
    "is invalid in a header of any other form",
    async () => {
      const { key } = engine();
      const headers = [
        "",
        "Bearer",
        key,
        `bearer ${key}`,
        `Token ${key}`,
        `Bearer  ${key}`,
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
        const answer = await engine().send({ path: "/v1/usage", headers: { Authorization: header } });
        expectError(engine().check("/usage", answer), "ERR_AUTH_INVALID");
      }
    },
  );

  rule(["section 7 ERR_AUTH_INVALID"], "is invalid in a parameter of another form", async () => {
    const { key } = engine();
    const values = [`"${key}"`, `%20${key}`, `${key}%20`, key.slice(0, -2), `Bearer%20${key}`, "%00"];
    for (const value of values) expectError(await ask({}, `?api_key=${value}`), "ERR_AUTH_INVALID");
  });

  rule(
    ["section 5 rule 4", "section 7 ERR_AUTH_REVOKED", "decision 46"],
    "is revoked where no active key equals it, from the moment of its revocation",
    async () => {
      expectError(await engine().get("/usage", { key: wellFormed }), "ERR_AUTH_REVOKED");
      const { id, key } = engine().createKey();
      expectOk(await engine().get("/usage", { key }));
      expect(engine().revokeKey(id)).toBe(true);
      expectError(await engine().get("/usage", { key }), "ERR_AUTH_REVOKED");
    },
  );

  rule("decision 7", "leaves meta and headers at 0 and out of the rate", async () => {
    for (const key of [null, wellFormed]) {
      const { body, headers } = await engine().get("/usage", { key });
      expect(body.meta).toMatchObject({ credits_used: 0, credits_remaining: 0, rate_limit_remaining: 0 });
      expect(headers.has("x-ratelimit-limit")).toBe(false);
    }
  });
});

describe("a failed authentication", () => {
  rule("decision 6", "is not counted", async () => {
    const key = newAccountKey(engine());
    for (let i = 0; i < 5; i++) await engine().get("/usage", { key: i % 2 === 0 ? null : `${key}x` });
    const { meta } = expectOk(await engine().get("/usage", { key })).body;
    expect(meta.rate_limit_remaining).toBe(999);
  });
});

describe("the order of checks", () => {
  rule("decision 2", "asks for the key before it looks at the path", async () => {
    expectError(await engine().get("/nothing/here", { key: null }), "ERR_AUTH_MISSING");
    expectError(await engine().get("/usage", { key: null, method: "DELETE" }), "ERR_AUTH_MISSING");
    const root = await engine().send({ path: "/v1" });
    expectError(root, "ERR_AUTH_MISSING");
  });

  rule("decision 2", "looks at path and method before the subscription", async () => {
    engine().setAccount({ status: "none" }, "poor");
    const { key } = engine().createKey({ account: "poor" });
    expectError(await engine().get("/nothing", { key }), "ERR_ENDPOINT_NOT_FOUND");
    expectError(await engine().get("/products", { key, method: "POST" }), "ERR_METHOD_NOT_ALLOWED");
    expectError(await engine().get("/products?ids=", { key }), "ERR_SUBSCRIPTION_REQUIRED");
  });

  rule("decision 2", "looks at the parameters before the credits", async () => {
    const key = newAccountKey(engine(), 0);
    expectError(await engine().get("/products/search?q=lamp&limit=0", { key }), "ERR_INVALID_PARAMS");
    expectError(await engine().get("/products?ids=nothing-of-the-kind", { key }), "ERR_PRODUCT_NOT_FOUND");
    expectError(await engine().get(path, { key }), "ERR_CREDITS_EXHAUSTED");
  });
});

describe("a read-only key", () => {
  const readOnly = () => engine().createKey({ readOnly: true }).key;

  rule("decision 4", "reads", async () => {
    expectOk(await engine().get(path, { key: readOnly() }));
  });

  rule(["decision 4", "section 5 rule 7"], "may not use another method", async () => {
    for (const method of ["POST", "PUT", "DELETE", "PATCH"])
      expectError(await engine().get("/products", { key: readOnly(), method }), "ERR_METHOD_NOT_ALLOWED");
  });

  rule("decision 43", "gets 404 on an unknown path", async () => {
    expectError(await engine().get("/nothing", { key: readOnly() }), "ERR_ENDPOINT_NOT_FOUND");
    expectError(
      await engine().get("/nothing", { key: readOnly(), method: "POST" }),
      "ERR_ENDPOINT_NOT_FOUND",
    );
  });
});
