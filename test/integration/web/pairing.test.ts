import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, MINUTE_MS } from "../../../src/shared/time.js";
import { openTestPage, sendTo, type TestPage } from "../../support/web-page.js";

let page: TestPage;

beforeEach(async () => {
  page = await openTestPage();
});

function pair(code: string, headers: Record<string, string | null> = {}) {
  return page.send("/web/pair", { body: { code, name: "Phone" }, headers });
}

function anotherCode(code: string): string {
  return code === "000000" ? "000001" : "000000";
}

describe("pairing a device", () => {
  it("takes the digits, sets a cookie for this host alone, and lists the device", async () => {
    const { code } = await page.startPairing();
    expect(code).toMatch(/^\d{6}$/);
    const agent = "Mozilla/5.0 (Linux; Android 15; Pixel 9) Mobile Safari/537.36";
    const { status, headers, body } = await pair(`${code.slice(0, 3)} ${code.slice(3)}`, {
      "User-Agent": agent,
    });
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["set-cookie"]).toEqual([
      expect.stringMatching(/^tidemark=[\w-]{43}; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/),
    ]);
    expect(body).toEqual({
      csrf: expect.any(String),
      version: "0.0.0",
      device: { id: 1, name: "Phone" },
      secure: true,
    });
    expect(await page.engine.data("web.list", {})).toMatchObject({
      devices: [{ id: 1, name: "Phone", kind: "phone" }],
    });
  });

  it("takes the longer code of the QR code", async () => {
    const { url, code } = await page.startPairing();
    expect(url).toMatch(new RegExp(`^${page.origin}/#pair=[A-Za-z0-9]{24}$`));
    expect(url).not.toContain(code);
    expect((await pair(url.split("#pair=")[1] ?? "")).status).toBe(200);
  });

  it("answers as the session does, which keeps the device paired", async () => {
    const device = await page.pair("Tablet");
    const { status, body, headers } = await device.get("/web/session");
    expect(status).toBe(200);
    expect(body).toEqual({
      csrf: device.csrf,
      version: "0.0.0",
      device: { id: device.id, name: "Tablet" },
      secure: true,
    });
    expect(headers["set-cookie"]?.[0]).toContain(device.cookie);
  });

  it("is needed for the session, whose refusal tells the version", async () => {
    const { status, body } = await page.send("/web/session");
    expect(status).toBe(401);
    expect(body).toMatchObject({ message: "This device is not paired with Tidemark.", version: "0.0.0" });
    expect(
      (await page.send("/web/session", { headers: { cookie: `tidemark=${"a".repeat(43)}` } })).status,
    ).toBe(401);
  });

  it("pairs one device with a code", async () => {
    const { code, url } = await page.startPairing();
    expect((await pair(code)).status).toBe(200);
    expect((await pair(code)).status).toBe(410);
    expect((await pair(url.split("#pair=")[1] ?? "")).status).toBe(410);
    expect((await page.engine.data("web.list", {})).devices).toHaveLength(1);
  });

  it("ends after five wrong guesses, also for the right code", async () => {
    const { code, url } = await page.startPairing();
    for (let i = 0; i < 5; i++) expect((await pair(anotherCode(code))).status).toBe(403);
    expect((await pair(code)).status).toBe(410);
    expect((await pair(url.split("#pair=")[1] ?? "")).status).toBe(410);
    const { code: next } = await page.startPairing();
    for (let i = 0; i < 4; i++) expect((await pair(anotherCode(next))).status).toBe(403);
    expect((await pair(next)).status).toBe(200);
  });

  it("takes a code for five minutes", async () => {
    const { code, expires_at: expiresAt } = await page.startPairing();
    expect(Date.parse(expiresAt)).toBe(page.engine.clock.now() + 5 * MINUTE_MS);
    page.engine.clock.advance(5 * MINUTE_MS);
    expect((await pair(code)).status).toBe(410);
    const { code: next } = await page.startPairing();
    page.engine.clock.advance(-6 * MINUTE_MS);
    expect((await pair(next)).status).toBe(410);
  });

  it("takes the newest code only, and none before one was asked for", async () => {
    expect((await pair("123456")).status).toBe(410);
    const { code } = await page.startPairing();
    const { code: next } = await page.startPairing();
    expect((await pair(code)).status).toBe(code === next ? 200 : 403);
  });

  it("is refused without the page's origin, from another one, and as a form", async () => {
    const { code } = await page.startPairing();
    expect((await pair(code, { Origin: null })).status).toBe(403);
    expect((await pair(code, { Origin: "http://evil.example" })).status).toBe(403);
    expect((await pair(code, { "Content-Type": "text/plain" })).status).toBe(400);
    expect((await pair(code, { "Content-Type": "application/x-www-form-urlencoded" })).status).toBe(400);
    expect((await pair(code)).status).toBe(200);
  });

  it("names what is wrong with a request", async () => {
    const nameless = await page.send("/web/pair", { body: { code: "123456" } });
    expect(nameless).toMatchObject({ status: 400, body: { message: "The parameter 'name' is required." } });
  });

  it("replaces the device of the same browser", async () => {
    const device = await page.pair("Old");
    await page.pair("New", { headers: { cookie: device.cookie } });
    expect(await page.engine.data("web.list", {})).toMatchObject({ devices: [{ name: "New" }] });
    expect((await device.get("/web/session")).status).toBe(401);
  });

  it("finds its cookie behind those that other programs on the host have set", async () => {
    const { cookie } = await page.pair();
    for (const other of ["tidemark=x", `tidemark=${"a".repeat(43)}`])
      expect((await page.send("/web/session", { headers: { cookie: `${other}; ${cookie}` } })).status).toBe(
        200,
      );
  });

  it("stores only the hash of the cookie's secret", async () => {
    const { cookie } = await page.pair();
    const rows = page.engine.db.connection.prepare("SELECT * FROM device").all();
    const secret = cookie.split("=")[1] ?? "none";
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(Buffer.concat(rows.map((row) => (row as { hash: Buffer }).hash)).toString()).not.toContain(secret);
  });
});

describe("a device", () => {
  it("can leave, with its token only", async () => {
    const device = await page.pair();
    const bare = { body: {}, headers: { cookie: device.cookie } };
    expect((await page.send("/web/leave", bare)).status).toBe(403);
    const headers = { ...bare.headers, "x-tidemark-token": device.csrf };
    const left = await page.send("/web/leave", { body: {}, headers });
    expect(left.status).toBe(200);
    expect(left.headers["set-cookie"]?.[0]).toMatch(/^tidemark=; Path=\/; Max-Age=0;/);
    expect((await device.get("/web/session")).status).toBe(401);
    expect((await page.engine.data("web.list", {})).devices).toEqual([]);
  });

  it("is revoked at once, and not twice", async () => {
    const device = await page.pair();
    const other = await page.pair("Other");
    expect(await page.engine.data("web.revoke", { id: device.id })).toEqual({ revoked: true });
    expect(await page.engine.data("web.revoke", { id: device.id })).toEqual({ revoked: false });
    expect((await device.call("watch.list")).status).toBe(401);
    expect((await other.call("watch.list")).status).toBe(200);
  });

  it("survives a restart of the engine, unlike a code", async () => {
    const page = await openTestPage();
    const device = await page.pair();
    const { code } = await page.startPairing();
    await page.engine.restart();
    const { port } = await page.engine.data("web.status", {});
    const origin = `http://127.0.0.1:${port}`;
    const headers = { cookie: device.cookie };
    expect((await sendTo(origin, "/web/session", { headers })).status).toBe(200);
    expect((await sendTo(origin, "/web/pair", { body: { code, name: "Phone" } })).status).toBe(410);
  });

  it("has its last use stored at most once a minute", async () => {
    const device = await page.pair();
    const seenAt = async () => (await page.engine.data("web.list", {})).devices[0]?.last_seen_at;
    const paired = await seenAt();
    page.engine.clock.advance(MINUTE_MS - 1);
    await device.get("/web/session");
    expect(await seenAt()).toBe(paired);
    page.engine.clock.advance(DAY_MS);
    await device.get("/web/session");
    expect(await seenAt()).toBe(new Date(page.engine.clock.now()).toISOString());
  });
});
