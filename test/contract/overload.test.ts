import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { createApp } from "../../src/main/engine/http/app.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { createAccountKey, expectOk, rule, setupEngine } from "../support/contract.js";

const engine = setupEngine([]);

/** More than any machine answers in one slice. */
const atOnce = 20_000;

describe("overload", () => {
  rule("decision 51", "refuses requests beyond 256 waiting ones, without counting them", async () => {
    const { db, clock } = engine();
    const app = createApp({
      db,
      clock,
      randomBytes,
      log: silentLog,
      effects: noEffects,
      address: () => ({ port: 1, publicOrigin: null }),
      version: "0",
    });
    const key = createAccountKey(engine());
    const get = () =>
      app.request("http://127.0.0.1:1/v1/usage", {
        headers: { host: "127.0.0.1:1", authorization: `Bearer ${key}` },
      });
    const responses = await Promise.all(Array.from({ length: atOnce }, get));
    const withStatus = (status: number) => responses.filter((each) => each.status === status);
    expect(withStatus(200).length + withStatus(429).length + withStatus(503).length).toBe(atOnce);
    const [refused] = withStatus(503);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(await refused?.json()).toMatchObject({
      success: false,
      error_detail: { code: "ERR_OVERLOADED" },
      meta: { credits_used: 0 },
    });
    const usage = expectOk(await engine().get("/usage", { key }));
    expect(usage.body).toMatchObject({
      data: { current_period: { requests_made: withStatus(200).length + 1 } },
    });
  });
});
