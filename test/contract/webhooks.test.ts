import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";
import { openTestEngine, startTestEngine } from "../support/engine.js";
import { type ApiResponse, closedAddress } from "../support/network.js";
import { expectSigned, openReceiver, type Receiver, startReceiver } from "../support/receiver.js";

const engine = setupEngine([]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const path = "/webhooks";
const allEvents = ["price_drop", "availability_change", "schedule_completion"];

function postWebhook(body: unknown, key: string) {
  return engine().request("POST", path, body, { key });
}

async function createWebhook(key: string, url = "https://hooks.example/a", events = ["price_drop"]) {
  return expectCreated(await postWebhook({ url, events }, key));
}

function expectCreated(response: ApiResponse) {
  expect(response.status, response.text).toBe(201);
  return response.body.webhook;
}

function updateWebhook(id: string, body: unknown, key: string) {
  return engine().request("PUT", `${path}/${id}`, body, { key });
}

async function listWebhooks(key: string) {
  return expectOk(await engine().get(path, { key })).body.webhooks;
}

it("returns the new webhook with its secret, once only and without meta [§4 POST /webhooks; §4 success; §2 Webhook; §3 webhook; decision 30; decision 7]", async () => {
  const key = createAccountKey(engine());
  const response = await postWebhook({ url: "https://hooks.example/a?b=c", events: allEvents }, key);
  expect(response.status).toBe(201);
  expect(response.body).toEqual({
    success: true,
    webhook: {
      id: expect.stringMatching(/^wh_\w+$/),
      url: "https://hooks.example/a?b=c",
      events: allEvents,
      is_active: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: "2026-06-15T12:00:00.000Z",
    },
  });
  expect(response.headers.get("x-credits-used")).toBe("0");
  const { secret: _secret, ...shown } = response.body.webhook;
  expect(await listWebhooks(key)).toEqual([
    { ...shown, last_triggered_at: null, failure_count: 0, consecutive_failures: 0 },
  ]);
});

it("allows at most five webhooks per account [§8 webhooks; §7 ERR_INVALID_PARAMS]", async () => {
  const [mine, theirs] = [createAccountKey(engine()), createAccountKey(engine())];
  const created = [];
  for (let i = 0; i < 5; i++) created.push(await createWebhook(mine, `https://hooks.example/${i}`));
  const sixth = expectError(
    await postWebhook({ url: "https://hooks.example/6", events: ["price_drop"] }, mine),
    "ERR_INVALID_PARAMS",
  );
  expect(sixth.body.error).toMatch(/5 webhooks/);
  await createWebhook(theirs);
  await engine().request("DELETE", `${path}/${created[0]?.id}`, undefined, { key: mine });
  await createWebhook(mine, "https://hooks.example/6");
  expect((await listWebhooks(mine)).map(({ url }) => url.at(-1))).toEqual(["1", "2", "3", "4", "6"]);
});

it("rejects URLs other than HTTPS, and unknown or missing events [decision 33; §7 ERR_INVALID_PARAMS; §4 POST /webhooks]", async () => {
  const key = createAccountKey(engine());
  const base = "https://hooks.example/";
  const urls = [
    "http://hooks.example/",
    "ftp://hooks.example/",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "hooks.example",
    "https:",
    "https://",
    "https:///path",
    "https:hooks.example",
    "https://user@hooks.example/",
    "https://@hooks.example/",
    "https://@hooks.example/",
    "https://user:password@hooks.example/",
    "https://hooks.example:0/",
    "https://hooks.example:99999/",
    "https://hooks .example/",
    "https://hooks.example/a b",
    " https://hooks.example/",
    "https:\\\\hooks.example\\",
    base + "x".repeat(2_049 - base.length),
    "",
    7,
    null,
    ["https://hooks.example/"],
    undefined,
  ];
  for (const url of urls) {
    const response = expectError(
      await postWebhook({ url, events: ["price_drop"] }, key),
      "ERR_INVALID_PARAMS",
    );
    expect(response.body.error, String(url)).toContain("'url'");
  }
  const events = [
    [],
    ["price_rise"],
    ["price_drop", "nothing"],
    "price_drop",
    null,
    [1],
    [["price_drop"]],
    undefined,
  ];
  for (const wrong of events) {
    const response = expectError(await postWebhook({ url: base, events: wrong }, key), "ERR_INVALID_PARAMS");
    expect(response.body.error, String(wrong)).toContain("'events'");
  }
  expect(await listWebhooks(key)).toEqual([]);
  await createWebhook(key, base + "x".repeat(2_048 - base.length));
});

it("stores each event once, three at most [§8 events per webhook]", async () => {
  const key = createAccountKey(engine());
  const { events } = await createWebhook(key, undefined, ["price_drop", "price_drop"]);
  expect(events).toEqual(["price_drop"]);
  const four = { url: "https://hooks.example/", events: [...allEvents, "price_drop"] };
  const response = expectError(await postWebhook(four, key), "ERR_INVALID_PARAMS");
  expect(response.body.error).toBe("The parameter 'events' holds 4 entries; at most 3 are allowed.");
});

it("updates only the fields that are sent [§4 PUT /webhooks/{webhookId}; §3 webhook; decision 7]", async () => {
  const key = createAccountKey(engine());
  const { secret: _secret, ...created } = await createWebhook(key);
  const url = "https://elsewhere.example/";
  const changed = expectOk(await updateWebhook(created.id, { url }, key));
  expect(changed.body).toEqual({ success: true, webhook: { ...created, url } });
  const events = ["schedule_completion", "price_drop"];
  expect((await updateWebhook(created.id, { events }, key)).body.webhook).toEqual({
    ...created,
    url,
    events,
  });
  const paused = await updateWebhook(created.id, { is_active: false }, key);
  expect(paused.body.webhook).toEqual({ ...created, url, events, is_active: false });
  const still = await updateWebhook(created.id, { url }, key);
  expect(still.body.webhook).toEqual({ ...created, url, events, is_active: false });
  const again = await updateWebhook(created.id, { is_active: true, events: ["price_drop"] }, key);
  expect(again.body.webhook).toEqual({ ...created, url, events: ["price_drop"] });
});

it("requires at least one known, valid field in an update [decision 33; §7 ERR_INVALID_PARAMS]", async () => {
  const key = createAccountKey(engine());
  const { id } = await createWebhook(key);
  const { webhook } = expectOk(
    await updateWebhook(id, { is_active: true, url: null, events: null }, key),
  ).body;
  expect(webhook).toMatchObject({ url: "https://hooks.example/a", events: ["price_drop"] });
  const wrong = [
    {},
    { id: "wh_other" },
    { secret: "whsec_mine" },
    { is_active: "false" },
    { is_active: null },
    { url: null, events: null, is_active: null },
    { url: "http://hooks.example/" },
    { url: "https://hooks.example/", events: [] },
    { events: ["price_drop", "nothing"] },
  ];
  for (const body of wrong) expectError(await updateWebhook(id, body, key), "ERR_INVALID_PARAMS");
  expectError(await updateWebhook(id, undefined, key), "ERR_INVALID_PARAMS");
  expect((await listWebhooks(key))[0]).toMatchObject({
    url: "https://hooks.example/a",
    events: ["price_drop"],
  });
});

it("deletes a webhook for good [§4 DELETE /webhooks/{webhookId}; §3 webhook]", async () => {
  const key = createAccountKey(engine());
  const { id } = await createWebhook(key);
  const deleted = expectOk(await engine().request("DELETE", `${path}/${id}`, undefined, { key }));
  expect(deleted.body).toMatchObject({ success: true, deleted: true, meta: { credits_used: 0 } });
  expect(await listWebhooks(key)).toEqual([]);
  const again = await engine().request("DELETE", `${path}/${id}`, undefined, { key });
  expectError(again, "ERR_ENDPOINT_NOT_FOUND");
});

it("hides a webhook from other accounts [§7 ERR_ENDPOINT_NOT_FOUND]", async () => {
  const [mine, theirs] = [createAccountKey(engine()), createAccountKey(engine())];
  const { id } = await createWebhook(mine);
  for (const wrong of [id, "wh_nothing", "%20", "x".repeat(300)]) {
    expectError(await updateWebhook(wrong, { is_active: false }, theirs), "ERR_ENDPOINT_NOT_FOUND");
    const responses = [
      await engine().request("DELETE", `${path}/${wrong}`, undefined, { key: theirs }),
      await engine().request("POST", `${path}/${wrong}/test`, undefined, { key: theirs }),
    ];
    for (const response of responses) expectError(response, "ERR_ENDPOINT_NOT_FOUND");
  }
  expect((await listWebhooks(mine))[0]?.is_active).toBe(true);
});

it("serves webhook requests free of charge and without a plan, and counts them [§4 GET /webhooks; §8 cost of webhooks; decision 5; decision 6]", async () => {
  engine().setAccount({ status: "none" }, "webhook-planless");
  const { key } = engine().createKey({ account: "webhook-planless" });
  const { id } = await createWebhook(key);
  expectOk(await updateWebhook(id, { is_active: false }, key));
  const { body } = expectOk(await engine().get(path, { key }));
  expect(body.meta).toMatchObject({ credits_used: 0, rate_limit_remaining: 997 });
});

it("sends a signed sample event immediately [§4 POST /webhooks/{webhookId}/test; §6 delivery rule 5; decision 32; decision 30]", async () => {
  const key = createAccountKey(engine());
  const { id, secret } = await createWebhook(key, receiver.url, ["schedule_completion", "price_drop"]);
  const before = receiver.received.length;
  const response = expectOk(await engine().request("POST", `${path}/${id}/test`, undefined, { key }));
  expect(response.body.test_result).toEqual({ delivered: true, response_code: 204, error: null });
  expect(response.body.meta.credits_used).toBe(0);
  const [sent, ...others] = receiver.received.slice(before);
  if (sent === undefined) throw new Error("No event arrived.");
  expect(others).toEqual([]);
  expect(sent.body).toEqual({
    id: expect.stringMatching(/^evt_test_/),
    event: "schedule_completion",
    attempt: 1,
    timestamp: new Date(engine().clock.now()).toISOString(),
    data: expect.objectContaining({ product: expect.objectContaining({ title: expect.any(String) }) }),
  });
  expectSigned(sent, secret, engine().clock.now());
});

it("tests an inactive webhook without changing its counters [§4 POST /webhooks/{webhookId}/test; decision 32; §3 webhook]", async () => {
  const key = createAccountKey(engine());
  const { id } = await createWebhook(key, receiver.url);
  await updateWebhook(id, { is_active: false }, key);
  const ok = await engine().request("POST", `${path}/${id}/test`, undefined, { key });
  expect(ok.body.test_result.delivered).toBe(true);
  receiver.respondWith((response) => void response.writeHead(500).end());
  const failed = await engine().request("POST", `${path}/${id}/test`, {}, { key });
  receiver.respondWith((response) => void response.writeHead(204).end());
  expect(failed.body.test_result).toEqual({
    delivered: false,
    response_code: 500,
    error: expect.stringContaining("500"),
  });
  expect((await listWebhooks(key))[0]).toMatchObject({
    is_active: false,
    last_triggered_at: null,
    failure_count: 0,
    consecutive_failures: 0,
  });
});

it("reports why a test event was not delivered [§4 POST /webhooks/{webhookId}/test]", async () => {
  const key = createAccountKey(engine());
  const { id } = await createWebhook(key, `https://${closedAddress}/hook`);
  const response = expectOk(await engine().request("POST", `${path}/${id}/test`, undefined, { key }));
  expect(response.body.test_result).toEqual({
    delivered: false,
    response_code: null,
    error: expect.stringMatching(/refused the connection/),
  });
});

it("gives a receiver ten seconds to answer [decision 30]", async () => {
  const hanging = await openReceiver(() => undefined);
  const key = createAccountKey(engine());
  const { id } = await createWebhook(key, hanging.url);
  const timers = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => timers.mockRestore());
  const sent = engine().request("POST", `${path}/${id}/test`, undefined, { key });
  await hanging.waitFor(1);
  const [timeOut] = timers.mock.calls.find(([, ms]) => ms === 10_000) ?? [];
  timeOut?.();
  expect(expectOk(await sent).body.test_result.error).toMatch(/within 10 seconds/);
});

describe("a webhook of an engine with a public URL", () => {
  const publicOrigin = "https://prices.example";

  it("has no private address, and is not posted to one that its name resolves to [decision 55]", async () => {
    let connections = 0;
    const hidden = await startReceiver({ onSocket: () => void connections++ });
    const open = await startTestEngine({ publicOrigin });
    onTestFinished(async () => void (await Promise.all([hidden.close(), open.stop()])));
    const send = (method: "POST" | "PUT", place: string, url: string) =>
      open.request(method, path + place, { url, events: ["price_drop"] });
    const named = expectCreated(await send("POST", "", hidden.url.replace("127.0.0.1", "localhost")));
    for (const url of [hidden.url, "https://192.168.1.1/", "https://[fd00::1]/hook", "https://0x7f.1/"]) {
      expectError(await send("POST", "", url), "ERR_INVALID_PARAMS");
      expectError(await send("PUT", `/${named.id}`, url), "ERR_INVALID_PARAMS");
    }
    const tested = expectOk(await open.request("POST", `${path}/${named.id}/test`));
    expect(tested.body.test_result).toEqual({
      delivered: false,
      response_code: null,
      error: expect.stringMatching(/not on the public internet/),
    });
    expect(connections).toBe(0);
  });

  it("has a private address that the operator allows [decision 55]", async () => {
    const { host } = new URL(receiver.url);
    const open = await openTestEngine({ publicOrigin, allowedWebhookHosts: [host] });
    const { id } = expectCreated(
      await open.request("POST", path, { url: receiver.url, events: ["price_drop"] }),
    );
    const tested = expectOk(await open.request("POST", `${path}/${id}/test`));
    expect(tested.body.test_result.delivered).toBe(true);
  });
});
