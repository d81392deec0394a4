import { expect, it } from "vitest";
import { deals, products } from "../support/catalogue.js";
import { createAccountKey, expectOk, setupEngine } from "../support/contract.js";
import type { Parameter } from "../support/openapi.js";

/** Boundary cases derived from the limits in the served document. */

const engine = setupEngine([...products, ...deals]);

const window = { start: "2026-06-01", end: "2026-06-02" };
const validQueries: Record<string, Record<string, string>> = {
  "/products": { ids: "AH-100" },
  "/products/details": { ids: "AH-100" },
  "/products/search": { q: "lamp" },
  "/products/offers": { ids: "AH-100" },
  "/products/offers/history": { ids: "AH-100", ...window },
  "/products/history": { ids: "AH-100", ...window },
  "/products/reviews": { id: "AH-100" },
  "/deals": {},
  "/usage": {},
  "/products/scheduled": {},
  "/webhooks": {},
};
const canonicalNames: Record<string, string> = { start_date: "start", end_date: "end" };

interface Cases {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

function numberCases({ minimum, maximum, type }: Parameter["schema"]): Cases {
  const valid: string[] = [];
  const invalid = ["x", "", "1,5", "--1", type === "integer" ? "1.5" : "1e5", "true", "null", "[1]"];
  if (typeof minimum === "number") {
    valid.push(String(minimum));
    invalid.push(String(minimum - 1));
  }
  // Without a documented maximum, any larger number is valid.
  if (typeof maximum !== "number") valid.push("999999999999999");
  else {
    valid.push(String(maximum));
    invalid.push(String(maximum + 1));
  }
  return { valid, invalid };
}

function textCases({ minLength, maxLength, format }: Parameter["schema"]): Cases {
  if (format === "date") return { valid: ["2026-06-01"], invalid: ["2026-06-31", "x", "", "2026-06-01 "] };
  const valid: string[] = [];
  const invalid: string[] = [];
  if (typeof minLength === "number" && minLength > 0) {
    valid.push("a".repeat(minLength));
    invalid.push("a".repeat(minLength - 1));
  }
  if (typeof maxLength === "number") {
    valid.push("a".repeat(maxLength));
    invalid.push("a".repeat(maxLength + 1));
  }
  return { valid, invalid };
}

function casesFor({ schema }: Parameter): Cases {
  if (schema.enum !== undefined)
    return { valid: schema.enum.map(String), invalid: ["nothing-of-it", "", `${String(schema.enum[0])} `] };
  return schema.type === "string" ? textCases(schema) : numberCases(schema);
}

interface DocumentedParameter {
  readonly path: string;
  readonly parameter: Parameter;
}

function parameters(): DocumentedParameter[] {
  return Object.entries(engine().document().paths).flatMap(([path, item]) =>
    (item.get?.parameters ?? [])
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => ({ path, parameter })),
  );
}

/** A valid query of the path with one parameter replaced. */
function queryWith({ path, parameter: { name } }: DocumentedParameter, value: string): string {
  const query = new URLSearchParams(validQueries[path]);
  query.delete(canonicalNames[name] ?? name);
  query.set(name, value);
  return `${path}?${query}`;
}

it("rejects a value outside the documented limits, naming the parameter [§7 ERR_INVALID_PARAMS]", async () => {
  const key = createAccountKey(engine());
  let rejectedCount = 0;
  for (const documented of parameters())
    for (const value of casesFor(documented.parameter).invalid) {
      const { body, status } = await engine().get(queryWith(documented, value), { key });
      const { name } = documented.parameter;
      const where = `${documented.path} ${name}=${value.slice(0, 20)}`;
      expect(status, where).toBe(400);
      expect(body.error, where).toContain(`'${canonicalNames[name] ?? name}'`);
      rejectedCount++;
    }
  expect(rejectedCount).toBeGreaterThan(80);
});

it("accepts values at the documented limits [§8 limits of pages]", async () => {
  const key = createAccountKey(engine());
  for (const documented of parameters())
    for (const value of casesFor(documented.parameter).valid) {
      const { status, body } = await engine().get(queryWith(documented, value), { key });
      const isName = ["ids", "id"].includes(documented.parameter.name);
      expect(isName ? [200, 404] : [200], `${queryWith(documented, value)} ${body.error}`).toContain(status);
    }
});

it("names a missing required parameter [§7 ERR_INVALID_PARAMS]", async () => {
  for (const { path, parameter } of parameters().filter((each) => each.parameter.required)) {
    const query = new URLSearchParams(validQueries[path]);
    query.delete(parameter.name);
    const { status, body } = await engine().get(`${path}?${query}`);
    expect(status).toBe(400);
    expect(body.error).toContain(`'${parameter.name}'`);
  }
});

it("applies the documented defaults [§8 limits of pages]", async () => {
  for (const { path, parameter } of parameters()) {
    const { default: value } = parameter.schema;
    if (value === undefined) continue;
    const query = new URLSearchParams(validQueries[path]);
    const plain = expectOk(await engine().get(`${path}?${query}`));
    query.set(parameter.name, String(value));
    const explicit = expectOk(await engine().get(`${path}?${query}`));
    expect({ ...explicit.body, meta: null }).toEqual({ ...plain.body, meta: null });
  }
});
