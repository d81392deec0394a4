import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openTestEngine } from "../support/engine.js";
import { createAgent, exchangeBytes, parseResponse, sendRequest } from "../support/network.js";

async function startEngine() {
  const engine = await openTestEngine();
  const port = engine.port();
  const headers = `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${engine.key}\r\n`;
  const countRequests = async () => 1_000 - (await engine.get("/usage")).body.meta.rate_limit_remaining;
  return { engine, port, headers, usage: `GET /v1/usage HTTP/1.1\r\n${headers}\r\n`, countRequests };
}

/** The statuses of the responses, in their order. */
function statusesIn(bytes: string): number[] {
  return [...bytes.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

describe("pipelined requests", () => {
  it.each([
    ["that closes its end after them", true],
    ["that leaves its end open", false],
  ])("are all answered before garbage gets 400, to a client %s", async (_client, end) => {
    const { port, usage, countRequests } = await startEngine();
    const bytes = await exchangeBytes(port, `${usage.repeat(3)}garbage\r\n\r\n`, { end });
    expect(statusesIn(bytes)).toEqual([200, 200, 200, 400]);
    expect(await countRequests()).toBe(4);
  });

  it("are all answered before a request that is no API's gets its error", async () => {
    const { port, headers, usage } = await startEngine();
    const bytes = `${usage.repeat(2)}CONNECT evil.example:443 HTTP/1.1\r\n${headers}\r\n`;
    expect(statusesIn(await exchangeBytes(port, bytes))).toEqual([200, 200, 405]);
  });

  it("are all answered if the last one's body is cut short, which gets 400", async () => {
    const { port, headers, usage } = await startEngine();
    const cut = `POST /v1/products/batch HTTP/1.1\r\n${headers}Content-Length: 100\r\n\r\n{`;
    expect(statusesIn(await exchangeBytes(port, usage.repeat(3) + cut))).toEqual([200, 200, 200, 400]);
  });

  it("are all answered to a client that closes its end of the connection at once", async () => {
    const { port, usage } = await startEngine();
    const bytes = await exchangeBytes(port, usage.repeat(100));
    expect(statusesIn(bytes)).toEqual(Array.from({ length: 100 }, () => 200));
  });
});

const json = "Content-Type: application/json\r\n";

/** Requests with a body of their own length, and the status of the error that comes before it. */
const refusals: [request: string, headers: string, status: number][] = [
  ["POST /v1/products/batch", json, 400],
  ["POST /v1/products/batch", "Content-Type: text/plain\r\n", 400],
  ["PUT /v1/products/scheduled", json, 400],
  ["DELETE /v1/products/scheduled", json, 400],
  ["POST /v1/webhooks", json, 400],
  ["POST /v1/usage", json, 405],
  ["POST /v1/nothing", json, 404],
  ["POST /v1/products/batch", `${json}Authorization: Bearer wrong\r\n`, 401],
  ["POST /v1/products/batch", `${json}Origin: https://evil.example\r\n`, 405],
  ["POST /app/v1/nothing", json, 401],
  ["POST /app/v1/pair", `${json}Origin: chrome-extension://${"a".repeat(32)}\r\n`, 400],
  ["POST /health", json, 405],
];

describe("an error before the body has been read", () => {
  /** A body that would be a thousand requests if it were taken for such. */
  const bodyOf = (usage: string, length: number) => usage.repeat(Math.ceil(length / usage.length));

  function requestOf(name: string, headers: string, own: string): string {
    const auth = headers.includes("Authorization") ? own.replace(/Authorization.*\r\n/, "") : own;
    return `${name} HTTP/1.1\r\n${auth}${headers}`;
  }

  it.each(refusals)("ends the connection: %s, %j", async (name, more, status) => {
    const { port, headers, usage, countRequests } = await startEngine();
    const body = bodyOf(usage, 1_100_000);
    const head = requestOf(name, more, headers);
    const whole = `${head}Content-Length: ${body.length}\r\n\r\n${body}${usage}`;
    const large = bodyOf(usage, 3_500_000);
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n${usage}`;
    const before = await countRequests();
    for (const bytes of [whole, chunked]) {
      const received = await exchangeBytes(port, bytes, { end: false });
      expect(statusesIn(received)).toEqual([status]);
      expect(parseResponse(received).headers.get("connection")).toBe("close");
    }
    expect(await countRequests()).toBeLessThanOrEqual(before + 3);
  });

  it("leaves a client's next request to another connection", async () => {
    const { port, engine } = await startEngine();
    const agent = createAgent(1);
    onTestFinished(() => agent.destroy());
    const headers = { Authorization: `Bearer ${engine.key}`, "Content-Type": "application/json" };
    const body = JSON.stringify({ identifiers: ["x".repeat(1_100_000)] });
    for (let round = 0; round < 10; round++) {
      const path = "/v1/products/batch";
      const refused = await sendRequest({ port, path, method: "POST", headers, body, agent });
      expect(refused).toMatchObject({ status: 400, body: { success: false } });
      expect((await sendRequest({ port, path: "/v1/usage", headers, agent })).status).toBe(200);
      const fetched = await engine.request("POST", "/products/batch", { identifiers: [body] });
      expect([fetched.status, (await engine.get("/usage")).status]).toEqual([400, 200]);
    }
  });

  it("does not wait for the body", async () => {
    const { port, headers } = await startEngine();
    const socket = connect({ host: "127.0.0.1", port });
    onTestFinished(() => void socket.destroy());
    socket.write(`POST /v1/products/batch HTTP/1.1\r\n${headers}${json}Content-Length: 2000000\r\n\r\n{`);
    const [bytes] = (await once(socket, "data")) as [Buffer];
    expect(parseResponse(bytes.toString())).toMatchObject({ status: 400 });
  });
});
