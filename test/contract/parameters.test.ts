import { describe, expect } from "vitest";
import { products } from "../support/catalogue.js";
import { deals } from "../support/catalogue-deals.js";
import { engineWith, expectOk, newAccountKey } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";
import type { Parameter } from "../support/contract-schema.js";

/** Boundary cases made from the served document: what it says is a limit is one, to the last value. */

const engine = engineWith([...products, ...deals]);

const window = { start: "2026-06-01", end: "2026-06-02" };
const valid: Record<string, Record<string, string>> = {
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
const canonical: Record<string, string> = { start_date: "start", end_date: "end" };

interface Cases {
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

function numberCases({ minimum, maximum, type }: Parameter["schema"]): Cases {
  const good: string[] = [];
  const bad = ["x", "", "1,5", "--1", type === "integer" ? "1.5" : "1e5", "true", "null", "[1]"];
  if (typeof minimum === "number") {
    good.push(String(minimum));
    bad.push(String(minimum - 1));
  }
  // Where the document knows no upper limit, there is none.
  if (typeof maximum !== "number") good.push("999999999999999");
  else {
    good.push(String(maximum));
    bad.push(String(maximum + 1));
  }
  return { good, bad };
}

function textCases({ minLength, maxLength, format }: Parameter["schema"]): Cases {
  if (format === "date") return { good: ["2026-06-01"], bad: ["2026-06-31", "x", "", "2026-06-01 "] };
  const good: string[] = [];
  const bad: string[] = [];
  if (typeof minLength === "number" && minLength > 0) {
    good.push("a".repeat(minLength));
    bad.push("a".repeat(minLength - 1));
  }
  if (typeof maxLength === "number") {
    good.push("a".repeat(maxLength));
    bad.push("a".repeat(maxLength + 1));
  }
  return { good, bad };
}

function casesOf({ schema }: Parameter): Cases {
  if (schema.enum !== undefined)
    return { good: schema.enum.map(String), bad: ["nothing-of-it", "", `${String(schema.enum[0])} `] };
  return schema.type === "string" ? textCases(schema) : numberCases(schema);
}

interface Named {
  readonly path: string;
  readonly parameter: Parameter;
}

function parameters(): Named[] {
  return Object.entries(engine().document().paths).flatMap(([path, item]) =>
    (item.get?.parameters ?? [])
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => ({ path, parameter })),
  );
}

/** A valid request of the path but for this parameter. */
function queryWith({ path, parameter: { name } }: Named, value: string): string {
  const query = new URLSearchParams(valid[path]);
  query.delete(canonical[name] ?? name);
  query.set(name, value);
  return `${path}?${query}`;
}

describe("a documented parameter", () => {
  rule("section 7 ERR_INVALID_PARAMS", "outside its limits is 400 and named", async () => {
    const key = newAccountKey(engine());
    let tried = 0;
    for (const named of parameters())
      for (const value of casesOf(named.parameter).bad) {
        const { body, status } = await engine().get(queryWith(named, value), { key });
        const { name } = named.parameter;
        const where = `${named.path} ${name}=${value.slice(0, 20)}`;
        expect(status, where).toBe(400);
        expect(body.error, where).toContain(`'${canonical[name] ?? name}'`);
        tried++;
      }
    expect(tried).toBeGreaterThan(80);
  });

  rule("section 8 limits of pages", "at its limits is taken", async () => {
    const key = newAccountKey(engine());
    for (const named of parameters())
      for (const value of casesOf(named.parameter).good) {
        const { status, body } = await engine().get(queryWith(named, value), { key });
        const isName = ["ids", "id"].includes(named.parameter.name);
        expect(isName ? [200, 404] : [200], `${queryWith(named, value)} ${body.error}`).toContain(status);
      }
  });

  rule("section 7 ERR_INVALID_PARAMS", "that is required is missed by its name", async () => {
    for (const { path, parameter } of parameters().filter((each) => each.parameter.required)) {
      const query = new URLSearchParams(valid[path]);
      query.delete(parameter.name);
      const { status, body } = await engine().get(`${path}?${query}`);
      expect(status).toBe(400);
      expect(body.error).toContain(`'${parameter.name}'`);
    }
  });

  rule("section 8 limits of pages", "has the default that it is documented with", async () => {
    for (const { path, parameter } of parameters()) {
      const { default: value } = parameter.schema;
      if (value === undefined) continue;
      const query = new URLSearchParams(valid[path]);
      const plain = expectOk(await engine().get(`${path}?${query}`));
      query.set(parameter.name, String(value));
      const told = expectOk(await engine().get(`${path}?${query}`));
      expect({ ...told.body, meta: null }).toEqual({ ...plain.body, meta: null });
    }
  });
});
