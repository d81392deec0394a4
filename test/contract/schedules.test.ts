import { describe, expect } from "vitest";
import { aurora, products } from "../support/catalogue.js";
import { engineWith, expectError, expectOk, newAccountKey } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith(products);

const path = "/products/scheduled";
const legacy = "/products/schedule";
const service = aurora.service ?? "";

function put(query: string, key: string) {
  return engine().ask("PUT", `${path}?${query}`, undefined, { key });
}

function remove(query: string, key: string) {
  return engine().ask("DELETE", `${path}?${query}`, undefined, { key });
}

async function listed(key: string) {
  const { body } = expectOk(await engine().get(path, { key }));
  return body.data.map(({ service: id, schedule, retailer }) => [id, schedule, retailer]);
}

describe("scheduling", () => {
  rule(
    ["section 4 PUT /products/scheduled", "section 2 ScheduledProduct", "section 8 cost of scheduling"],
    "answers with the products just scheduled, 1 credit each",
    async () => {
      const key = newAccountKey(engine());
      const { body } = expectOk(await put("ids=AH-100,0036000291452,zzqx-nothing&schedule=daily", key));
      expect(body.data).toMatchObject([
        { service, schedule: "daily", match: { identifier: "AH-100", by: "model" } },
        { service, schedule: "daily", match: { identifier: "0036000291452", by: "barcode" } },
      ]);
      expect(body.data[0]).not.toHaveProperty("retailer");
      expect(body.meta.credits_used).toBe(1);
    },
  );

  rule(
    ["section 3 scheduled product", "decision 25"],
    "again replaces cadence and retailer, and costs 1 again",
    async () => {
      const key = newAccountKey(engine());
      await put("ids=AH-100&schedule=hourly&retailer=WWW.Shop.Example", key);
      expect(await listed(key)).toEqual([[service, "hourly", "shop.example"]]);
      const again = expectOk(await put("ids=AH-100&schedule=weekly", key));
      expect(again.body.meta.credits_used).toBe(1);
      expect(await listed(key)).toEqual([[service, "weekly", undefined]]);
    },
  );

  rule("section 4 PUT /products/scheduled", "takes hourly, daily and weekly, nothing else", async () => {
    const key = newAccountKey(engine());
    for (const cadence of ["hourly", "daily", "weekly"])
      expectOk(await put(`ids=AH-100&schedule=${cadence}`, key));
    for (const wrong of ["monthly", "", "Hourly", "hourly%20", "1"])
      expectError(await put(`ids=AH-100&schedule=${wrong}`, key), "ERR_INVALID_PARAMS");
    const missing = expectError(await put("ids=AH-100", key), "ERR_INVALID_PARAMS");
    expect(missing.body.error).toContain("'schedule'");
  });

  rule(
    ["section 4 PUT /products/scheduled", "section 7 ERR_IDENTIFIER_REQUIRED"],
    "needs an identifier that matches",
    async () => {
      const key = newAccountKey(engine());
      expectError(await put("schedule=daily", key), "ERR_IDENTIFIER_REQUIRED");
      expectError(await put("ids=zzqx-nothing&schedule=daily", key), "ERR_PRODUCT_NOT_FOUND");
      const many = Array.from({ length: 101 }, (_, i) => `x${i}`).join(",");
      expectError(await put(`ids=${many}&schedule=daily`, key), "ERR_INVALID_PARAMS");
      expectError(await put("ids=AH-100&schedule=daily&retailer=", key), "ERR_INVALID_PARAMS");
      expect(await listed(key)).toEqual([]);
    },
  );

  rule("decision 19", "that cannot be paid changes nothing", async () => {
    const key = newAccountKey(engine(), 0);
    expectError(await put("ids=AH-100&schedule=daily", key), "ERR_CREDITS_EXHAUSTED");
    expect(await listed(key)).toEqual([]);
  });
});

describe("the list of scheduled products", () => {
  rule(
    ["section 4 GET /products/scheduled", "section 8 cost of scheduling", "decision 25"],
    "has the account's own, free of charge",
    async () => {
      const [mine, theirs] = [newAccountKey(engine()), newAccountKey(engine())];
      expectOk(await put("ids=AH-100&schedule=daily", mine));
      const { body } = expectOk(await engine().get(path, { key: mine }));
      expect(body.data).toMatchObject([{ service, title: aurora.title, schedule: "daily" }]);
      expect(body.data[0]).not.toHaveProperty("match");
      expect(body.meta.credits_used).toBe(0);
      expect(await listed(theirs)).toEqual([]);
    },
  );

  rule("decision 5", "is there without a plan, and so is removal", async () => {
    const key = newAccountKey(engine());
    await put("ids=AH-100&schedule=daily", key);
    engine().setAccount({ status: "none" }, "planless");
    const planless = engine().createKey({ account: "planless" }).key;
    expectOk(await engine().get(path, { key: planless }));
    expectOk(await remove("ids=AH-100", planless));
    expectError(await put("ids=AH-100&schedule=daily", planless), "ERR_SUBSCRIPTION_REQUIRED");
  });

  rule("section 4 GET /products/scheduled", "outlives a restart", async () => {
    const key = newAccountKey(engine());
    await put("ids=AH-100&schedule=hourly", key);
    await engine().restart();
    expect(await listed(key)).toEqual([[service, "hourly", undefined]]);
  });
});

describe("unscheduling", () => {
  rule(
    ["section 4 DELETE /products/scheduled", "section 3 scheduled product", "decision 25", "decision 45"],
    "counts products, and is no error for what is not scheduled",
    async () => {
      const key = newAccountKey(engine());
      await put("ids=AH-100&schedule=daily", key);
      const removed = expectOk(await remove("ids=AH-100,0036000291452,zzqx-nothing", key));
      expect(removed.body.message).toMatch(/^1 product /);
      expect(removed.body.meta.credits_used).toBe(0);
      expect(await listed(key)).toEqual([]);
      expect(expectOk(await remove("ids=AH-100", key)).body.message).toMatch(/nothing/);
      expectOk(await remove("ids=zzqx-nothing", key));
      expectError(await remove("", key), "ERR_IDENTIFIER_REQUIRED");
      expectOk(await engine().get("/products/offers?ids=AH-100", { key }));
    },
  );
});

describe("the older paths of scheduling", () => {
  rule(["section 9 rule 5", "decision 26"], "behave like their replacements", async () => {
    const key = newAccountKey(engine());
    const made = expectOk(
      await engine().ask("POST", `${legacy}?ids=AH-100&schedule=daily`, undefined, { key }),
    );
    expect(made.body.data).toMatchObject([{ service, schedule: "daily" }]);
    expect(made.body.meta.credits_used).toBe(1);
    expectOk(await engine().ask("DELETE", `${legacy}?ids=AH-100`, undefined, { key }));
    expect(await listed(key)).toEqual([]);
  });

  rule("decision 26", "read the bodies that shipped clients send", async () => {
    const key = newAccountKey(engine());
    const bodies = [
      { identifier: "AH-100", frequency: "hourly" },
      { identifiers: "AH-100,zzqx-nothing", schedule: "hourly" },
      { identifiers: ["AH-100", "zzqx-nothing"], frequency: "hourly", retailer: null },
    ];
    for (const body of bodies) {
      expectOk(await engine().ask("POST", legacy, body, { key }));
      expect(await listed(key)).toEqual([[service, "hourly", undefined]]);
      const {
        frequency: _frequency,
        schedule: _schedule,
        ...which
      } = { schedule: "", frequency: "", ...body };
      expectOk(await engine().ask("DELETE", legacy, which, { key }));
      expect(await listed(key)).toEqual([]);
    }
  });

  rule("decision 26", "let the query win over the body", async () => {
    const key = newAccountKey(engine());
    const body = { identifiers: ["zzqx-nothing"], frequency: "weekly", retailer: "shop.example" };
    expectOk(await engine().ask("POST", `${legacy}?ids=AH-100&schedule=hourly`, body, { key }));
    expect(await listed(key)).toEqual([[service, "hourly", "shop.example"]]);
  });

  rule(["decision 26", "decision 8"], "refuse a body that cannot be read, and need none", async () => {
    const key = newAccountKey(engine());
    const headers = { "Content-Type": "application/json" };
    const query = `${legacy}?ids=AH-100&schedule=daily`;
    expectOk(await engine().ask("POST", query, undefined, { key, headers }));
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expectOk(await engine().ask("POST", query, undefined, { key, headers: form, body: "ids=other" }));
    for (const body of ["{", "[]", "null"])
      expectError(await engine().ask("POST", query, undefined, { key, headers, body }), "ERR_INVALID_PARAMS");
    for (const body of [
      { frequency: "daily" },
      { identifiers: [], frequency: "daily" },
      { identifier: null, frequency: "daily" },
      {},
    ])
      expectError(await engine().ask("POST", legacy, body, { key }), "ERR_IDENTIFIER_REQUIRED");
    for (const wrong of [{ identifiers: 7 }, { identifiers: [7] }, { identifier: {} }])
      expect((await engine().ask("POST", legacy, { ...wrong, frequency: "daily" }, { key })).status).toBe(
        400,
      );
  });
});

describe("a read-only key", () => {
  rule(
    ["decision 4", "section 7 ERR_METHOD_NOT_ALLOWED", "section 5 rule 7", "decision 43"],
    "reads, and may use no other method",
    async () => {
      const { key } = engine().createKey({ readOnly: true });
      expectOk(await engine().get(path, { key }));
      expectOk(await engine().get("/webhooks", { key }));
      const writing: ["POST" | "PUT" | "DELETE", string][] = [
        ["PUT", `${path}?ids=AH-100&schedule=daily`],
        ["DELETE", `${path}?ids=AH-100`],
        ["POST", legacy],
        ["POST", "/products/batch"],
        ["POST", "/webhooks"],
        ["PUT", "/webhooks/wh_x"],
        ["DELETE", "/webhooks/wh_x"],
        ["POST", "/webhooks/wh_x/test"],
      ];
      for (const [method, where] of writing) {
        const answer = expectError(
          await engine().ask(method, where, undefined, { key }),
          "ERR_METHOD_NOT_ALLOWED",
        );
        expect(answer.headers.get("allow")).toBe("GET, HEAD");
      }
      expectError(await engine().ask("POST", "/nothing", undefined, { key }), "ERR_ENDPOINT_NOT_FOUND");
    },
  );
});
