import { afterAll, beforeAll, describe, expect } from "vitest";
import { engineWith, expectError, expectOk, newAccountKey } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";
import { nobody } from "../support/ports.js";
import { expectSigned, type Receiver, startReceiver } from "../support/receiver.js";

const engine = engineWith([]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const path = "/webhooks";
const everyEvent = ["price_drop", "availability_change", "schedule_completion"];

function post(body: unknown, key: string) {
  return engine().ask("POST", path, body, { key });
}

async function make(key: string, url = "https://hooks.example/a", events = ["price_drop"]) {
  const answer = await post({ url, events }, key);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.webhook;
}

function change(id: string, body: unknown, key: string) {
  return engine().ask("PUT", `${path}/${id}`, body, { key });
}

async function list(key: string) {
  return expectOk(await engine().get(path, { key })).body.webhooks;
}

describe("making a webhook", () => {
  rule(
    ["section 4 POST /webhooks", "section 2 Webhook", "section 3 webhook", "decision 30", "decision 7"],
    "gives it back with its secret, this once and without meta",
    async () => {
      const key = newAccountKey(engine());
      const answer = await post({ url: "https://hooks.example/a?b=c", events: everyEvent }, key);
      expect(answer.status).toBe(201);
      expect(answer.body).toEqual({
        success: true,
        webhook: {
          id: expect.stringMatching(/^wh_\w+$/),
          url: "https://hooks.example/a?b=c",
          events: everyEvent,
          is_active: true,
          secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
          created_at: "2026-06-15T12:00:00.000Z",
        },
      });
      expect(answer.headers.get("x-credits-used")).toBe("0");
      const { secret: _secret, ...shown } = answer.body.webhook;
      expect(await list(key)).toEqual([
        { ...shown, last_triggered_at: null, failure_count: 0, consecutive_failures: 0 },
      ]);
    },
  );

  rule(["section 8 webhooks", "section 7 ERR_INVALID_PARAMS"], "ends at five an account", async () => {
    const [mine, theirs] = [newAccountKey(engine()), newAccountKey(engine())];
    const made = [];
    for (let i = 0; i < 5; i++) made.push(await make(mine, `https://hooks.example/${i}`));
    const sixth = expectError(
      await post({ url: "https://hooks.example/6", events: ["price_drop"] }, mine),
      "ERR_INVALID_PARAMS",
    );
    expect(sixth.body.error).toMatch(/5 webhooks/);
    await make(theirs);
    await engine().ask("DELETE", `${path}/${made[0]?.id}`, undefined, { key: mine });
    await make(mine, "https://hooks.example/6");
    expect((await list(mine)).map(({ url }) => url.at(-1))).toEqual(["1", "2", "3", "4", "6"]);
  });

  rule(
    ["decision 33", "section 7 ERR_INVALID_PARAMS", "section 4 POST /webhooks"],
    "refuses what is not an HTTPS URL, and unknown or missing events",
    async () => {
      const key = newAccountKey(engine());
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
        const answer = expectError(await post({ url, events: ["price_drop"] }, key), "ERR_INVALID_PARAMS");
        expect(answer.body.error, String(url)).toContain("'url'");
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
        const answer = expectError(await post({ url: base, events: wrong }, key), "ERR_INVALID_PARAMS");
        expect(answer.body.error, String(wrong)).toContain("'events'");
      }
      expect(await list(key)).toEqual([]);
      await make(key, base + "x".repeat(2_048 - base.length));
    },
  );

  rule("section 8 events per webhook", "takes each event once, three at most", async () => {
    const key = newAccountKey(engine());
    const { events } = await make(key, undefined, ["price_drop", "price_drop"]);
    expect(events).toEqual(["price_drop"]);
    const four = { url: "https://hooks.example/", events: [...everyEvent, "price_drop"] };
    const answer = expectError(await post(four, key), "ERR_INVALID_PARAMS");
    expect(answer.body.error).toBe("The parameter 'events' holds 4 entries; at most 3 are allowed.");
  });
});

describe("a webhook", () => {
  rule(
    ["section 4 PUT /webhooks/{webhookId}", "section 3 webhook", "decision 7"],
    "changes in what is sent, and in nothing else",
    async () => {
      const key = newAccountKey(engine());
      const { secret: _secret, ...made } = await make(key);
      const url = "https://elsewhere.example/";
      const changed = expectOk(await change(made.id, { url }, key));
      expect(changed.body).toEqual({ success: true, webhook: { ...made, url } });
      const events = ["schedule_completion", "price_drop"];
      expect((await change(made.id, { events }, key)).body.webhook).toEqual({ ...made, url, events });
      const paused = await change(made.id, { is_active: false }, key);
      expect(paused.body.webhook).toEqual({ ...made, url, events, is_active: false });
      const again = await change(made.id, { is_active: true, events: ["price_drop"] }, key);
      expect(again.body.webhook).toEqual({ ...made, url, events: ["price_drop"] });
    },
  );

  rule(["decision 33", "section 7 ERR_INVALID_PARAMS"], "needs one known field to change", async () => {
    const key = newAccountKey(engine());
    const { id } = await make(key);
    const wrong = [
      {},
      { id: "wh_other" },
      { secret: "whsec_mine" },
      { is_active: "false" },
      { is_active: null },
      { url: "http://hooks.example/" },
      { url: "https://hooks.example/", events: [] },
      { events: ["price_drop", "nothing"] },
    ];
    for (const body of wrong) expectError(await change(id, body, key), "ERR_INVALID_PARAMS");
    expectError(await change(id, undefined, key), "ERR_INVALID_PARAMS");
    expect((await list(key))[0]).toMatchObject({ url: "https://hooks.example/a", events: ["price_drop"] });
  });

  rule(["section 4 DELETE /webhooks/{webhookId}", "section 3 webhook"], "goes for good", async () => {
    const key = newAccountKey(engine());
    const { id } = await make(key);
    const gone = expectOk(await engine().ask("DELETE", `${path}/${id}`, undefined, { key }));
    expect(gone.body).toMatchObject({ success: true, deleted: true, meta: { credits_used: 0 } });
    expect(await list(key)).toEqual([]);
    const again = await engine().ask("DELETE", `${path}/${id}`, undefined, { key });
    expectError(again, "ERR_ENDPOINT_NOT_FOUND");
  });

  rule("section 7 ERR_ENDPOINT_NOT_FOUND", "of another account is not there", async () => {
    const [mine, theirs] = [newAccountKey(engine()), newAccountKey(engine())];
    const { id } = await make(mine);
    for (const wrong of [id, "wh_nothing", "%20", "x".repeat(300)]) {
      expectError(await change(wrong, { is_active: false }, theirs), "ERR_ENDPOINT_NOT_FOUND");
      const asked = [
        await engine().ask("DELETE", `${path}/${wrong}`, undefined, { key: theirs }),
        await engine().ask("POST", `${path}/${wrong}/test`, undefined, { key: theirs }),
      ];
      for (const answer of asked) expectError(answer, "ERR_ENDPOINT_NOT_FOUND");
    }
    expect((await list(mine))[0]?.is_active).toBe(true);
  });

  rule(
    ["section 4 GET /webhooks", "section 8 cost of webhooks", "decision 5", "decision 6"],
    "costs nothing, needs no plan, and is counted",
    async () => {
      engine().setAccount({ status: "none" }, "webhook-planless");
      const { key } = engine().createKey({ account: "webhook-planless" });
      const { id } = await make(key);
      expectOk(await change(id, { is_active: false }, key));
      const { body } = expectOk(await engine().get(path, { key }));
      expect(body.meta).toMatchObject({ credits_used: 0, rate_limit_remaining: 997 });
    },
  );

  rule("section 4 GET /webhooks", "outlives a restart with its secret", async () => {
    const key = newAccountKey(engine());
    const { id, secret } = await make(key, receiver.url);
    await engine().restart();
    expectOk(await engine().ask("POST", `${path}/${id}/test`, undefined, { key }));
    const sent = receiver.received.at(-1);
    if (sent === undefined) throw new Error("Nothing came.");
    expectSigned(sent, secret, engine().clock.now());
  });
});

describe("the test of a webhook", () => {
  rule(
    ["section 4 POST /webhooks/{webhookId}/test", "section 6 delivery rule 5", "decision 32", "decision 30"],
    "sends a signed, made-up event at once",
    async () => {
      const key = newAccountKey(engine());
      const { id, secret } = await make(key, receiver.url, ["schedule_completion", "price_drop"]);
      const before = receiver.received.length;
      const answer = expectOk(await engine().ask("POST", `${path}/${id}/test`, undefined, { key }));
      expect(answer.body.test_result).toEqual({ delivered: true, response_code: 204, error: null });
      expect(answer.body.meta.credits_used).toBe(0);
      const [sent, ...others] = receiver.received.slice(before);
      if (sent === undefined) throw new Error("Nothing came.");
      expect(others).toEqual([]);
      expect(sent.body).toEqual({
        id: expect.stringMatching(/^evt_test_/),
        event: "schedule_completion",
        attempt: 1,
        timestamp: new Date(engine().clock.now()).toISOString(),
        data: expect.objectContaining({ product: expect.objectContaining({ title: expect.any(String) }) }),
      });
      expectSigned(sent, secret, engine().clock.now());
    },
  );

  rule(
    ["decision 32", "section 3 webhook"],
    "is allowed while inactive, and touches no counter",
    async () => {
      const key = newAccountKey(engine());
      const { id } = await make(key, receiver.url);
      await change(id, { is_active: false }, key);
      const ok = await engine().ask("POST", `${path}/${id}/test`, undefined, { key });
      expect(ok.body.test_result.delivered).toBe(true);
      receiver.behave((response) => void response.writeHead(500).end());
      const failed = await engine().ask("POST", `${path}/${id}/test`, {}, { key });
      receiver.behave((response) => void response.writeHead(204).end());
      expect(failed.body.test_result).toEqual({
        delivered: false,
        response_code: 500,
        error: expect.stringContaining("500"),
      });
      expect((await list(key))[0]).toMatchObject({
        is_active: false,
        last_triggered_at: null,
        failure_count: 0,
        consecutive_failures: 0,
      });
    },
  );

  rule("section 4 POST /webhooks/{webhookId}/test", "says why nothing could be delivered", async () => {
    const key = newAccountKey(engine());
    const { id } = await make(key, `https://${nobody}/hook`);
    const answer = expectOk(await engine().ask("POST", `${path}/${id}/test`, undefined, { key }));
    expect(answer.body.test_result).toEqual({
      delivered: false,
      response_code: null,
      error: expect.stringMatching(/refused the connection/),
    });
  });
});
