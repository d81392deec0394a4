import { expect, it } from "vitest";
import { aurora, products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine(products);

const path = "/products/scheduled";
const legacyPath = "/products/schedule";
const productKey = aurora.service ?? "";

function putSchedule(query: string, key: string) {
  return engine().request("PUT", `${path}?${query}`, undefined, { key });
}

function deleteSchedule(query: string, key: string) {
  return engine().request("DELETE", `${path}?${query}`, undefined, { key });
}

async function listSchedules(key: string) {
  const { body } = expectOk(await engine().get(path, { key }));
  return body.data.map(({ service: id, schedule, retailer }) => [id, schedule, retailer]);
}

it("returns the products just scheduled, for 1 credit each [§4 PUT /products/scheduled; §2 ScheduledProduct; §8 cost of scheduling]", async () => {
  const key = createAccountKey(engine());
  const { body } = expectOk(await putSchedule("ids=AH-100,0036000291452,zzqx-nothing&schedule=daily", key));
  expect(body.data).toMatchObject([
    { service: productKey, schedule: "daily", match: { identifier: "AH-100", by: "model" } },
    { service: productKey, schedule: "daily", match: { identifier: "0036000291452", by: "barcode" } },
  ]);
  expect(body.data[0]).not.toHaveProperty("retailer");
  expect(body.meta.credits_used).toBe(1);
  const limited = await putSchedule("ids=AH-100&schedule=hourly&retailer=WWW.Shop.Example", key);
  expect(limited.body.data).toMatchObject([{ schedule: "hourly", retailer: "shop.example" }]);
});

it("replaces cadence and retailer when scheduled again, for another credit [§3 scheduled product; decision 25]", async () => {
  const key = createAccountKey(engine());
  await putSchedule("ids=AH-100&schedule=hourly&retailer=WWW.Shop.Example", key);
  expect(await listSchedules(key)).toEqual([[productKey, "hourly", "shop.example"]]);
  const again = expectOk(await putSchedule("ids=AH-100&schedule=weekly", key));
  expect(again.body.meta.credits_used).toBe(1);
  expect(await listSchedules(key)).toEqual([[productKey, "weekly", undefined]]);
});

it("accepts hourly, daily and weekly, nothing else [§4 PUT /products/scheduled]", async () => {
  const key = createAccountKey(engine());
  for (const cadence of ["hourly", "daily", "weekly"])
    expectOk(await putSchedule(`ids=AH-100&schedule=${cadence}`, key));
  for (const wrong of ["monthly", "", "Hourly", "hourly%20", "1"])
    expectError(await putSchedule(`ids=AH-100&schedule=${wrong}`, key), "ERR_INVALID_PARAMS");
  const missing = expectError(await putSchedule("ids=AH-100", key), "ERR_INVALID_PARAMS");
  expect(missing.body.error).toContain("'schedule'");
});

it("requires an identifier that matches [§4 PUT /products/scheduled; §7 ERR_IDENTIFIER_REQUIRED]", async () => {
  const key = createAccountKey(engine());
  expectError(await putSchedule("schedule=daily", key), "ERR_IDENTIFIER_REQUIRED");
  expectError(await putSchedule("ids=zzqx-nothing&schedule=daily", key), "ERR_PRODUCT_NOT_FOUND");
  const many = Array.from({ length: 101 }, (_, i) => `x${i}`).join(",");
  expectError(await putSchedule(`ids=${many}&schedule=daily`, key), "ERR_INVALID_PARAMS");
  for (const retailer of ["", "https://shop.example/"])
    expectError(
      await putSchedule(`ids=AH-100&schedule=daily&retailer=${retailer}`, key),
      "ERR_INVALID_PARAMS",
    );
  expect(await listSchedules(key)).toEqual([]);
});

it("schedules nothing that the balance does not cover [decision 19]", async () => {
  const key = createAccountKey(engine(), 0);
  expectError(await putSchedule("ids=AH-100&schedule=daily", key), "ERR_CREDITS_EXHAUSTED");
  expect(await listSchedules(key)).toEqual([]);
});

it("lists the account's own products, free of charge [§4 GET /products/scheduled; §8 cost of scheduling; decision 25]", async () => {
  const [mine, theirs] = [createAccountKey(engine()), createAccountKey(engine())];
  expectOk(await putSchedule("ids=AH-100&schedule=daily", mine));
  const { body } = expectOk(await engine().get(path, { key: mine }));
  expect(body.data).toMatchObject([{ service: productKey, title: aurora.title, schedule: "daily" }]);
  expect(body.data[0]).not.toHaveProperty("match");
  expect(body.meta.credits_used).toBe(0);
  expect(await listSchedules(theirs)).toEqual([]);
});

it("names products that no source can check, when listed and when scheduled [decision 54]", async () => {
  const key = createAccountKey(engine());
  const { body } = expectOk(await putSchedule("ids=AH-100&schedule=daily", key));
  expect(body.data).toMatchObject([{ service: productKey, checkable: false }]);
  const listed = expectOk(await engine().get(path, { key }));
  expect(listed.body.data).toMatchObject([{ service: productKey, checkable: false }]);
});

it("lists and removes schedules without a plan [decision 5]", async () => {
  const key = createAccountKey(engine());
  await putSchedule("ids=AH-100&schedule=daily", key);
  engine().setAccount({ status: "none" }, "planless");
  const planless = engine().createKey({ account: "planless" }).key;
  expectOk(await engine().get(path, { key: planless }));
  expectOk(await deleteSchedule("ids=AH-100", planless));
  expectError(await putSchedule("ids=AH-100&schedule=daily", planless), "ERR_SUBSCRIPTION_REQUIRED");
});

it("counts the removed products, and accepts those not scheduled [§4 DELETE /products/scheduled; §3 scheduled product; decision 25; decision 45]", async () => {
  const key = createAccountKey(engine());
  await putSchedule("ids=AH-100&schedule=daily", key);
  const removed = expectOk(await deleteSchedule("ids=AH-100,0036000291452,zzqx-nothing", key));
  expect(removed.body.message).toMatch(/^1 product /);
  expect(removed.body.meta.credits_used).toBe(0);
  expect(await listSchedules(key)).toEqual([]);
  expect(expectOk(await deleteSchedule("ids=AH-100", key)).body.message).toMatch(/nothing/);
  expectOk(await deleteSchedule("ids=zzqx-nothing", key));
  expectError(await deleteSchedule("", key), "ERR_IDENTIFIER_REQUIRED");
  expectOk(await engine().get("/products/offers?ids=AH-100", { key }));
});

it("answers legacy paths like their replacements [§9 rule 5; decision 26]", async () => {
  const key = createAccountKey(engine());
  const created = expectOk(
    await engine().request("POST", `${legacyPath}?ids=AH-100&schedule=daily`, undefined, { key }),
  );
  expect(created.body.data).toMatchObject([{ service: productKey, schedule: "daily" }]);
  expect(created.body.meta.credits_used).toBe(1);
  expectOk(await engine().request("DELETE", `${legacyPath}?ids=AH-100`, undefined, { key }));
  expect(await listSchedules(key)).toEqual([]);
});

it("reads the bodies that existing clients send [decision 26]", async () => {
  const key = createAccountKey(engine());
  const bodies = [
    { identifier: "AH-100", frequency: "hourly" },
    { identifiers: "AH-100,zzqx-nothing", schedule: "hourly" },
    { identifiers: ["AH-100", "zzqx-nothing"], frequency: "hourly", retailer: null },
  ];
  for (const body of bodies) {
    expectOk(await engine().request("POST", legacyPath, body, { key }));
    expect(await listSchedules(key)).toEqual([[productKey, "hourly", undefined]]);
    const {
      frequency: _frequency,
      schedule: _schedule,
      ...identifierFields
    } = { schedule: "", frequency: "", ...body };
    expectOk(await engine().request("DELETE", legacyPath, identifierFields, { key }));
    expect(await listSchedules(key)).toEqual([]);
  }
});

it("prefers the query to the body [decision 26]", async () => {
  const key = createAccountKey(engine());
  const body = { identifiers: ["zzqx-nothing"], frequency: "weekly", retailer: "shop.example" };
  expectOk(await engine().request("POST", `${legacyPath}?ids=AH-100&schedule=hourly`, body, { key }));
  expect(await listSchedules(key)).toEqual([[productKey, "hourly", "shop.example"]]);
});

it("rejects a malformed body, and requires none [decision 26; decision 8]", async () => {
  const key = createAccountKey(engine());
  const headers = { "Content-Type": "application/json" };
  const query = `${legacyPath}?ids=AH-100&schedule=daily`;
  expectOk(await engine().request("POST", query, undefined, { key, headers }));
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  expectOk(await engine().request("POST", query, undefined, { key, headers: form, body: "ids=other" }));
  for (const body of ["{", "[]", "null"])
    expectError(
      await engine().request("POST", query, undefined, { key, headers, body }),
      "ERR_INVALID_PARAMS",
    );
  for (const body of [
    { frequency: "daily" },
    { identifiers: [], frequency: "daily" },
    { identifier: null, frequency: "daily" },
    {},
  ])
    expectError(await engine().request("POST", legacyPath, body, { key }), "ERR_IDENTIFIER_REQUIRED");
});

it("names wrong fields of a legacy body as they were sent [decision 26]", async () => {
  const key = createAccountKey(engine());
  const good = { identifiers: ["AH-100"], frequency: "daily" };
  const cases: [object, string][] = [
    [{ ...good, identifiers: 7 }, "The parameter 'identifiers' must be an array."],
    [{ ...good, identifiers: ["AH-100", 7] }, "Identifier 2 in 'identifiers' must be a string."],
    [{ identifier: 7, frequency: "daily" }, "Identifier 1 in 'identifier' must be a string."],
    [{ ...good, frequency: "often" }, "The parameter 'frequency' must be one of hourly, daily, weekly."],
    [{ ...good, schedule: 7 }, "The parameter 'schedule' must be one of hourly, daily, weekly."],
    [{ ...good, frequency: null }, "The parameter 'schedule' is required."],
    [{ ...good, retailer: 7 }, "The parameter 'retailer' must be a string."],
  ];
  for (const [body, message] of cases) {
    const response = await engine().request("POST", legacyPath, body, { key });
    expect(expectError(response, "ERR_INVALID_PARAMS").body.error).toBe(message);
  }
  const path = `${legacyPath}?ids=AH-100&schedule=often`;
  const { body } = await engine().request("POST", path, { identifier: "x", frequency: "daily" }, { key });
  expect(body.error).toContain("'schedule'");
});

it("accepts GET from a read-only key, and rejects its other methods [decision 4; §7 ERR_METHOD_NOT_ALLOWED; §5 rule 7; decision 43]", async () => {
  const { key } = engine().createKey({ readOnly: true });
  expectOk(await engine().get(path, { key }));
  expectOk(await engine().get("/webhooks", { key }));
  const writing: ["POST" | "PUT" | "DELETE", string][] = [
    ["PUT", `${path}?ids=AH-100&schedule=daily`],
    ["DELETE", `${path}?ids=AH-100`],
    ["POST", legacyPath],
    ["POST", "/products/batch"],
    ["POST", "/webhooks"],
    ["PUT", "/webhooks/wh_x"],
    ["DELETE", "/webhooks/wh_x"],
    ["POST", "/webhooks/wh_x/test"],
  ];
  for (const [method, where] of writing) {
    const response = expectError(
      await engine().request(method, where, undefined, { key }),
      "ERR_METHOD_NOT_ALLOWED",
    );
    expect(response.headers.get("allow")).toBe("GET, HEAD");
  }
  expectError(await engine().request("POST", "/nothing", undefined, { key }), "ERR_ENDPOINT_NOT_FOUND");
});
