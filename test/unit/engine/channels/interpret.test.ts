import { describe, expect, it } from "vitest";
import { interpretPost, parseRetryAfter } from "../../../../src/main/engine/channels/interpret.js";
import { discord } from "../../../../src/main/engine/channels/services/discord.js";
import { json } from "../../../../src/main/engine/channels/services/json.js";
import { pushover } from "../../../../src/main/engine/channels/services/pushover.js";
import type { ServiceResponse } from "../../../../src/main/engine/channels/services/service.js";
import { telegram } from "../../../../src/main/engine/channels/services/telegram.js";

const nowMs = Date.parse("2026-06-15T12:00:00Z");
const target = { kind: "json", url: "https://me.example/secret-path" } as const;

function answer(status: number, body = "", headers: ServiceResponse["headers"] = {}) {
  return { kind: "response", response: { status, body, headers } } as const;
}

describe("responses of services", () => {
  it.each([
    ["120", 120_000],
    [" 3 ", 3_000],
    ["Mon, 15 Jun 2026 12:01:00 GMT", 60_000],
    ["Mon, 15 Jun 2026 11:00:00 GMT", 0],
    ["soon", null],
    [undefined, null],
  ])("Retry-After %s is a pause of %s ms", (text, expected) => {
    expect(parseRetryAfter(text, nowMs)).toBe(expected);
  });

  it.each([
    [204, "delivered"],
    [301, "failed"],
    [307, "failed"],
    [400, "failed"],
    [401, "failed"],
    [404, "failed"],
    [408, "retry"],
    [410, "failed"],
    [413, "failed"],
    [429, "retry"],
    [500, "retry"],
    [503, "retry"],
    [504, "unknown"],
    [524, "unknown"],
  ])("status %s means %s", (status, kind) => {
    expect(interpretPost(answer(status), json, target, nowMs).kind).toBe(kind);
  });

  it("a service's text is one short line without the channel's secrets", () => {
    const body = JSON.stringify({ error: `No such\nhook: /secret-path.${"x".repeat(500)}` });
    const outcome = interpretPost(answer(404, body), json, target, nowMs);
    expect(outcome).toMatchObject({
      error: expect.stringMatching(/^The service answered 404: No such hook: …\./),
    });
    expect(JSON.stringify(outcome)).not.toContain("secret-path");
    expect(JSON.stringify(outcome).length).toBeLessThan(450);
  });

  it.each([
    ["a list", "[1]"],
    ["half a document", '{"message":'],
    ["numbers for texts", '{"message":5,"retry_after":"soon"}'],
  ])("an error body that is %s is ignored", (_what, body) => {
    const discordTarget = { kind: "discord", url: "https://discord.com/api/webhooks/1/t" } as const;
    expect(interpretPost(answer(429, body), discord, discordTarget, nowMs)).toMatchObject({
      kind: "retry",
      error: "The service answered 429.",
      retryAfterMs: null,
    });
  });

  it("the longer of the pauses in header and body counts", () => {
    const telegramTarget = { kind: "telegram", server: "https://t", token: "1:a", chat: "1" } as const;
    const body = JSON.stringify({
      ok: false,
      description: "Too Many Requests",
      parameters: { retry_after: 35 },
    });
    expect(
      interpretPost(answer(429, body, { "retry-after": "5" }), telegram, telegramTarget, nowMs),
    ).toMatchObject({ retryAfterMs: 35_000 });
  });

  it("a used-up month of Pushover's ends the message with the time of the next", () => {
    const reset = String(Date.parse("2026-07-01T05:00:00Z") / 1_000 + 0.000_1);
    const pushoverTarget = {
      kind: "pushover",
      server: "https://p",
      user: "u",
      token: "a",
      device: null,
    } as const;
    const outcome = interpretPost(
      answer(429, '{"status":0,"errors":["limit"]}', { "x-limit-app-reset": reset }),
      pushover,
      pushoverTarget,
      nowMs,
    );
    expect(outcome).toMatchObject({
      action: "The service takes no more messages until 2026-07-01 05:00 UTC.",
      retryAfterMs: Date.parse("2026-07-01T05:00:00.001Z") - nowMs,
    });
  });
});
