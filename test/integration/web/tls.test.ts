import { expect, it } from "vitest";
import { startTlsProxy } from "../../support/tls.js";
import { openRequest, openTestPage, sendTo } from "../../support/web-page.js";

async function openBehindProxy() {
  const proxy = await startTlsProxy();
  const page = await openTestPage({ origin: proxy.origin });
  const { port } = await page.engine.data("web.status", {});
  const direct = `http://127.0.0.1:${port}`;
  proxy.forwardTo(direct);
  return { page, direct };
}

it("behind a proxy with TLS, a device pairs with a cookie that only this host can set", async () => {
  const { page } = await openBehindProxy();
  expect(await page.engine.data("web.status", {})).toMatchObject({
    secure: true,
    urls: [page.origin, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)],
  });
  expect((await page.startPairing()).url).toMatch(`${page.origin}/#pair=`);
  const device = await page.pair();
  expect(device.cookie).toMatch(/^__Host-tidemark=[\w-]{43}$/);
  const { headers, body } = await device.get("/web/session");
  expect(headers["set-cookie"]?.[0]).toMatch(/; HttpOnly; SameSite=Strict; Secure$/);
  expect(body.secure).toBe(true);
  expect((await device.call("watch.list")).status).toBe(200);
  const { headers: headersOfPage } = await page.send("/");
  expect(headersOfPage["cross-origin-opener-policy"]).toBe("same-origin");
});

it("behind a proxy, the origin is that of the proxy alone", async () => {
  const { page, direct } = await openBehindProxy();
  const device = await page.pair();
  const plain = { headers: { Origin: page.origin.replace("https:", "http:") } };
  expect((await device.call("watch.list", {}, plain)).status).toBe(403);
  // The proxy's host without TLS would be another origin, whose cookie has another name.
  const host = new URL(page.origin).host;
  const headers = { Host: host, Origin: `http://${host}`, cookie: device.cookie };
  expect((await sendTo(direct, "/app/v1/watch.list", { headers, body: {} })).status).toBe(403);
});

it("a cookie of the plain origin is none over TLS, and the reverse", async () => {
  const { page, direct } = await openBehindProxy();
  const device = await page.pair();
  const secret = device.cookie.split("=")[1];
  const plain = { cookie: `tidemark=${secret}` };
  expect((await page.send("/web/session", { headers: plain })).status).toBe(401);
  expect((await sendTo(direct, "/web/session", { headers: { cookie: device.cookie } })).status).toBe(401);
});

it("events pass the proxy as they happen", async () => {
  const { page } = await openBehindProxy();
  const device = await page.pair();
  const stream = await openRequest(page.origin, "/app/v1/events", { headers: { cookie: device.cookie } });
  const next = () => new Promise<string>((resolve) => stream.setEncoding("utf8").once("data", resolve));
  expect(await next()).toBe("retry: 3000\n\n");
  const event = next();
  await page.engine.data("history.set_consent", { always: true });
  expect(await event).toMatch(/^event: engine\ndata: \{"kind":"changed"/);
  stream.destroy();
});
