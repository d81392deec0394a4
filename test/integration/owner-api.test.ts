import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appOperations } from "../../src/shared/app/operations.js";
import { contractOperations } from "../../src/shared/contract/operations.js";
import { deals, products } from "../support/catalogue.js";
import { openTestEngine, startTestEngine, type TestEngine } from "../support/engine.js";
import { generateClient } from "../support/generated-client.js";
import { until } from "../support/until.js";

let engine: TestEngine;
let ownerKey: string;

beforeAll(async () => {
  engine = await startTestEngine();
  await engine.import([...products, ...deals]);
  const created = await engine.call("keys.create", { name: "script", owner: true });
  if (!created.ok) throw new Error(created.error.message);
  ownerKey = created.data.key;
});

afterAll(() => engine.stop());

interface Sent {
  readonly key?: string | null;
  readonly method?: string;
  readonly headers?: Record<string, string>;
}

async function send(
  path: string,
  body?: unknown,
  { key = ownerKey, method = "POST", headers = {} }: Sent = {},
) {
  const response = await fetch(`${engine.origin()}/app/v1/${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

describe("the owner API", () => {
  it("does what the window does, without credits and limits", async () => {
    engine.setAccount({ planCredits: 0 });
    const found = await send("products.search", { q: "aurora" });
    expect(found).toMatchObject({ status: 200, body: { data: expect.any(Array) } });
    const [product] = found.body.data;
    expect(product).toBeDefined();
    expect((await send("schedules.put", { ids: [product.service], schedule: "daily" })).status).toBe(200);
    const listed = await send("watch.list");
    expect(listed.body.rows).toMatchObject([{ product_key: product.service, schedule: "daily" }]);
    expect((await engine.call("account.show", {})) as unknown).toMatchObject({
      data: { used: 0, requests_made: 0 },
    });
  });

  it("stores texts without what steers a terminal", async () => {
    const created = await send("keys.create", { name: "phone \u001b[31mred\u202e\u0000" });
    const { body } = await send("keys.list");
    const name = body.keys.find(({ id }: { id: string }) => id === created.body.id)?.name;
    expect(name).toBe("phone red");
  });

  it("tells the window of what it changes, and of nothing else", async () => {
    const other = await openTestEngine();
    const created = await other.call("keys.create", { name: "script", owner: true });
    if (!created.ok) throw new Error(created.error.message);
    const call = (operation: string, body: object) =>
      fetch(`${other.origin()}/app/v1/${operation}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${created.data.key}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      });
    const changes = () =>
      other.events.filter((event) => event.kind === "changed" && event.dataKind === "all").length;
    expect((await call("watch.list", {})).status).toBe(200);
    expect(changes()).toBe(0);
    expect((await call("rules.save", { product_key: null, trigger: { kind: "any_change" } })).status).toBe(
      200,
    );
    await until(() => changes() === 1);
  });

  it("answers with an object for a list, too", async () => {
    const { status, body } = await send("keys.list");
    expect(status).toBe(200);
    expect(body.keys).toContainEqual(
      expect.objectContaining({ name: "script", owner: true, read_only: false }),
    );
  });

  it.each([
    ["no key", { key: null }, "ERR_AUTH_MISSING"],
    ["half a key", { key: "ss_live_half" }, "ERR_AUTH_INVALID"],
    ["an unknown key", { key: `ss_live_${"a".repeat(32)}` }, "ERR_AUTH_REVOKED"],
  ])("refuses %s", async (_what, sent, code) => {
    const { status, body } = await send("watch.list", {}, sent);
    expect({ status, code: body.error_detail.code }).toEqual({ status: 401, code });
  });

  it("refuses a program's key, and one that was revoked", async () => {
    const program = await send("watch.list", {}, { key: engine.key });
    expect(program).toMatchObject({ status: 401, body: { error_detail: { code: "ERR_AUTH_INVALID" } } });
    expect(program.body.error_detail.action).toContain("keys create --owner");
    const { body } = await send("keys.create", { name: "lost", owner: true });
    expect((await send("watch.list", {}, { key: body.key })).status).toBe(200);
    await send("keys.revoke", { id: body.id });
    expect(await send("watch.list", {}, { key: body.key })).toMatchObject({
      status: 401,
      body: { error_detail: { code: "ERR_AUTH_REVOKED" } },
    });
  });

  it("takes the key from the header only, because addresses end up in logs", async () => {
    const { status } = await send(`watch.list?api_key=${ownerKey}`, {}, { key: null });
    expect(status).toBe(401);
  });

  it("refuses requests from web pages, also with a key", async () => {
    const { status } = await send("watch.list", {}, { headers: { Origin: "https://shop.example" } });
    expect(status).toBe(405);
  });

  it.each([
    ["text", "not json", 400],
    ["a list", "[1]", 400],
    ["a field of another kind", { product_keys: 5 }, 400],
    ["more products than a call takes", { product_keys: Array(201).fill("product/lamp/1") }, 400],
  ])("refuses %s as its input", async (_what, body, status) => {
    const answer = await send("watch.rows", body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ success: false, error_detail: { code: "ERR_INVALID_PARAMS" } });
    expect(answer.body.meta).toBeUndefined();
  });

  it.each([
    [
      "channels.deliveries",
      { channel_id: 3 },
      "The operation channels.deliveries has no parameter 'channel_id'.",
    ],
    [
      "links.add",
      {
        links: [
          { text: "https://shop.example/p/1", options: { target: { price: 5, currency: null, shop: 1 } } },
        ],
      },
      "The operation links.add has no parameter 'links.0.options.target.shop'.",
    ],
    [
      "rules.save",
      { product_key: null, trigger: { kind: "target", price: "5", currency: "USD" } },
      "The parameter 'trigger.price' must be a number.",
    ],
    [
      "links.add",
      { links: [{ text: "x".repeat(5_000) }] },
      "The parameter 'links.0.text' must have at most 4096 characters.",
    ],
  ])("names a wrong field of the input with its path: %s %o", async (operation, body, message) => {
    expect(await send(operation, body)).toMatchObject({
      status: 400,
      body: { error_detail: { code: "ERR_INVALID_PARAMS", message } },
    });
  });

  it("says which operations and methods there are", async () => {
    expect(await send("watch.everything", {})).toMatchObject({
      status: 404,
      body: { error_detail: { code: "ERR_ENDPOINT_NOT_FOUND" } },
    });
    const wrong = await send("watch.list", undefined, { method: "GET" });
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("a key of the owner is metered like any other for the contract's API", async () => {
    engine.setAccount({ planCredits: 10 });
    const { body } = await engine.get("/usage", { key: ownerKey });
    expect(body.meta.rate_limit_remaining).toBe(999);
  });
});

describe("the owner API's document", () => {
  it("has every operation of the window, and no other", async () => {
    const { status, body } = await send("openapi.json", undefined, { key: null, method: "GET" });
    expect(status).toBe(200);
    const named = Object.keys(body.paths).map((path) => path.slice(1));
    expect(named.sort()).toEqual(Object.keys({ ...contractOperations, ...appOperations }).sort());
    const input = body.paths["/watch.list"].post.requestBody.content["application/json"].schema;
    expect(input).toMatchObject({ type: "object", additionalProperties: false });
  });

  it("makes a client that compiles and calls every operation", { timeout: 180_000 }, async () => {
    const { body: document } = await send("openapi.json", undefined, { key: null, method: "GET" });
    const { callAll } = await generateClient<Program>("owner", document, program);
    const answers = await callAll(`${engine.origin()}/app/v1`, ownerKey);
    expect(answers).toHaveLength(Object.keys(document.paths).length);
    for (const { name, status, code } of answers) {
      expect([200, 400, 404], name).toContain(status);
      expect(code, name).not.toBe("ERR_ENDPOINT_NOT_FOUND");
    }
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
  });
});

interface Program {
  callAll(baseUrl: string, key: string): Promise<{ name: string; status: number; code: string | null }[]>;
}

/** A few calls with the types that the generator made, then all functions with an empty input. */
const program = `
import { createClient } from "./client/client";
import * as api from "./client/sdk.gen";

type Call = (options: object) => Promise<{ response?: Response; error?: unknown }>;

export async function callAll(baseUrl: string, key: string) {
  const client = createClient({ baseUrl, auth: key });
  const trigger = { kind: "percent_below", base: "median30", percent: 33 } as const;
  const saved = await api.rulesSave({ client, body: { product_key: null, trigger } });
  const ruleId: number | undefined = saved.data?.rule.id;
  const { data: list } = await api.watchList({ client, body: { limit: 5 } });
  const title: string | undefined = list?.rows[0]?.title;
  const { data: rules } = await api.rulesList({ client, body: {} });
  if (!rules?.rules.some(({ id }) => id === ruleId)) throw new Error("The rule is missing beside " + title);
  const answers = [];
  for (const [name, call] of Object.entries(api)) {
    const { response, error } = await (call as Call)({ client, body: {} });
    const code = (error as { error_detail?: { code: string } } | undefined)?.error_detail?.code ?? null;
    answers.push({ name, status: response?.status ?? 0, code });
  }
  return answers;
}
`;
