import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { expect, it } from "vitest";
import { isAllowedOnDevices, operationsOfExtension } from "../../../src/shared/app/device-access.js";
import { type OperationName, operations } from "../../../src/shared/calls.js";
import { serve } from "../../support/serve.js";
import { onePixel } from "../../support/shop-site.js";
import { until } from "../../support/until.js";
import { openTestPage, type TestPage } from "../../support/web-page.js";

const names = Object.keys(operations) as OperationName[];

/** What a device must never do, whatever else is added: by the beginnings of names. */
const refused =
  /^(?:account\.|batch\.|jobs\.|keys\.|pairings\.|usage\.|visits\.|web\.|webhooks\.|channels\.(?:save|remove)|pages\.allow|shops\.set_engine|upstreams\.(?:add|remove|test|update))/;

it("devices may use what a shopper does, and nothing of keys, secrets, hosts and other devices", () => {
  const notAllowed = names.filter((name) => !isAllowedOnDevices(name));
  expect(notAllowed).toEqual(names.filter((name) => refused.test(name)));
  expect(notAllowed.length).toBeGreaterThan(30);
});

it("a device is refused each of the others with a clear message, before its input is read", async () => {
  const page = await openTestPage();
  const device = await page.pair();
  for (const name of names.filter((each) => !isAllowedOnDevices(each))) {
    const { status, body } = await device.call(name, { unknown: true });
    expect({ name, status }).toEqual({ name, status: 403 });
    expect(body.error_detail).toMatchObject({
      message: `A paired device cannot use ${name}.`,
      action: "Do it in Tidemark on its computer, or with the command line.",
    });
    expect(body.message).toBe(body.error_detail.message);
  }
  expect((await page.engine.data("web.list", {})).devices).toHaveLength(1);
  expect(await page.engine.data("pages.hosts", {})).toEqual({ hosts: [] });
});

async function expectRefusedAddress(operation: OperationName, input: object): Promise<void> {
  const page = await openTestPage();
  const device = await page.pair();
  const { status, body } = await device.call(operation, input);
  expect(status).toBe(403);
  expect(body.message).toBe(`A paired device cannot use ${operation} in this way.`);
}

it("a device names no archive of its own, which may be in a private network", () =>
  expectRefusedAddress("history.fetch", {
    product_keys: ["product/none/1"],
    archive: "http://192.168.1.1/",
  }));

it("a device tests no channel with an address of its own", () =>
  expectRefusedAddress("channels.test", { address: "http://192.168.1.1/hook" }));

it("an allowed operation answers as the owner API does, also its errors", async () => {
  const page = await openTestPage();
  const device = await page.pair();
  const { key } = await page.engine.data("keys.create", { owner: true });
  const ask = async (operation: string, input: unknown) => {
    const own = await device.call(operation, input);
    const response = await fetch(`${page.engine.origin()}/app/v1/${operation}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(input),
    });
    return { own, owner: { status: response.status, body: await response.json() } };
  };
  const listed = await ask("watch.list", {});
  expect({ status: listed.own.status, body: listed.own.body }).toEqual(listed.owner);
  const local = await ask("products.search", { q: "kettle", local_only: true });
  expect({ status: local.own.status, body: local.own.body }).toMatchObject({
    status: 200,
    body: { data: [] },
  });
  for (const [operation, input] of [
    ["watch.list", { unknown: 1 }],
    ["links.add", {}],
    ["no.operation", {}],
  ] as const) {
    const { own, owner } = await ask(operation, input);
    expect(own.status).toBe(owner.status);
    expect(own.body.error_detail).toEqual(owner.body.error_detail);
  }
});

it("what a device does is an act of its own, which it can take back", async () => {
  const page = await openTestPage({ sample: true });
  const [device, other] = [await page.pair("Phone"), await page.pair("Tablet")];
  const { product_keys: productKeys } = await page.engine.data("sample.tour", {});
  const watched = { product_keys: productKeys, schedule: "daily" };
  expect((await device.call("watch.put", watched)).status).toBe(200);
  expect((await other.call("acts.undo")).body).toMatchObject({ act: null });
  expect((await device.call("acts.undo")).body).toMatchObject({ act: { kind: "watch.put" } });
});

it.each([
  { without: "cookie", headers: { cookie: null }, status: 401 },
  { without: "a valid cookie", headers: { cookie: `tidemark=${"x".repeat(43)}` }, status: 401 },
  { without: "token", headers: { "x-tidemark-token": null }, status: 403 },
  { without: "its own token", headers: { "x-tidemark-token": "x".repeat(43) }, status: 403 },
  { without: "origin", headers: { Origin: null }, status: 403 },
  { without: "the page's origin", headers: { Origin: "http://evil.example" }, status: 403 },
  { without: "a body of JSON", headers: { "Content-Type": "text/plain" }, status: 400 },
])("a call without $without is refused", async ({ headers, status }) => {
  const page = await openTestPage();
  const device = await page.pair();
  const sent = { headers };
  expect((await device.call("watch.put", { product_keys: ["x"], schedule: "daily" }, sent)).status).toBe(
    status,
  );
});

it("a token is of its device alone", async () => {
  const page = await openTestPage();
  const [one, other] = [await page.pair(), await page.pair()];
  const headers = { "x-tidemark-token": other.csrf };
  expect((await one.call("watch.list", {}, { headers })).status).toBe(403);
});

it("pictures are served to paired devices, from the addresses that the window has", async () => {
  const page = await openTestPage();
  const device = await page.pair();
  const path = `/pictures/${encodeURIComponent("https://img.invalid/a.png")}`;
  expect((await page.send(path)).status).toBe(401);
  expect((await device.get(path)).status).toBe(404);
  expect((await device.get("/pictures/..%2f..%2ftidemark.sqlite3")).status).toBe(404);
});

it("a picture that is a page with scripts, too, is served as a picture only", async () => {
  const body = Buffer.concat([onePixel, Buffer.from("<html><script>alert(1)</script></html>")]);
  const shop = `http://127.0.0.1:${await serve(createServer((_request, response) => response.end(body)))}`;
  const page = await openTestPage();
  const device = await page.pair();
  await page.engine.data("pages.allow", { host: new URL(shop).host, is_allowed: true });
  const served = await device.get(`/pictures/${encodeURIComponent(`${shop}/lamp.html`)}`);
  expect(served.status).toBe(200);
  expect(served.headers).toMatchObject({
    "content-type": "image/png",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
    "x-content-type-options": "nosniff",
  });
});

const extension = `chrome-extension://${"abcdefghijklmnop".repeat(2)}`;

async function pairExtension(page: TestPage) {
  const key = `ss_live_${"e".repeat(32)}`;
  const headers = { Origin: extension, "Sec-Fetch-Site": "cross-site" };
  const hash = createHash("sha256").update(key).digest("hex");
  const asked = await page.send("/app/v1/pair", { headers, body: { name: "Chromium", key_hash: hash } });
  const { code } = asked.body as unknown as { code: string };
  await page.engine.data("pairings.confirm", { pairing: code });
  const call = (operation: string, input: unknown, more = {}) =>
    page.send(`/app/v1/${operation}`, {
      body: input,
      headers: { ...headers, Authorization: `Bearer ${key}`, ...more },
    });
  return call;
}

it("a browser extension is paired with its key and its origin, for its own operations", async () => {
  const page = await openTestPage();
  const call = await pairExtension(page);
  expect((await call("watch.rows", { product_keys: [] })).status).toBe(200);
  expect((await call("watch.rows", { product_keys: [] }, { Authorization: null })).status).toBe(401);
  const other = { Origin: extension.replace("abc", "bca") };
  expect((await call("watch.rows", { product_keys: [] }, other)).status).toBe(401);
  expect((await call("watch.rows", { product_keys: [] }, { Host: "evil.example" })).status).toBe(421);
  const others = names.filter((name) => !operationsOfExtension.some((each) => each === name));
  for (const name of others) expect((await call(name, {})).status).toBe(401);
});

it("a request to be paired raises no window, because anyone who reaches the port can send it", async () => {
  const page = await openTestPage();
  await pairExtension(page);
  const changed = (kind: string) =>
    page.engine.events.some((event) => event.kind === "changed" && event.dataKind === kind);
  await until(() => changed("all"));
  expect(changed("pairings")).toBe(false);
});

it("neither extension nor device can use what belongs to the other", async () => {
  const page = await openTestPage();
  const call = await pairExtension(page);
  const device = await page.pair();
  expect((await call("visits.find", { url: "https://shop.example/" })).status).toBe(200);
  expect((await device.call("visits.find", { url: "https://shop.example/" })).status).toBe(403);
  const headers = { Origin: extension, cookie: device.cookie, "x-tidemark-token": device.csrf };
  const { status } = await page.send("/app/v1/watch.list", { headers, body: {} });
  expect(status).toBe(401);
  expect((await page.send("/web/session", { headers: { ...headers, Origin: extension } })).status).toBe(403);
});
