import { expect, it, onTestFinished, vi } from "vitest";
import { createAccountKey, createBareApp, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([]);

/** Sends requests to an app without a socket, all in one turn of the event loop. */
async function sendAtOnce(count: number, key: string) {
  const app = createBareApp(engine());
  const headers = { host: "127.0.0.1:1", authorization: `Bearer ${key}` };
  const get = () => app.request("http://127.0.0.1:1/v1/usage", { headers });
  const responses = await Promise.all(Array.from({ length: count }, get));
  return (status: number) => responses.filter((each) => each.status === status);
}

it("lets 256 requests wait and refuses more, without counting them [decision 51]", async () => {
  // A clock that runs this fast ends each slice after one request.
  let nowMs = 0;
  const now = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 1_000));
  onTestFinished(() => now.mockRestore());
  const key = createAccountKey(engine());
  const withStatus = await sendAtOnce(300, key);
  now.mockRestore();
  expect(withStatus(200)).toHaveLength(1 + 256);
  expect(withStatus(503)).toHaveLength(300 - 1 - 256);
  const [refused] = withStatus(503);
  expect(refused?.headers.get("retry-after")).toBe("1");
  expect(await refused?.json()).toMatchObject({
    success: false,
    error_detail: { code: "ERR_OVERLOADED" },
    meta: { credits_used: 0 },
  });
  const usage = expectOk(await engine().get("/usage", { key }));
  expect(usage.body).toMatchObject({ data: { current_period: { requests_made: 1 + 256 + 1 } } });
});
