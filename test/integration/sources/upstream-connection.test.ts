import { expect, it } from "vitest";
import { DAY_MS } from "../../../src/shared/time.js";
import { aurora } from "../../support/catalogue.js";
import { openTestEngine } from "../../support/engine.js";
import {
  connectUpstream,
  readOffers,
  startUpstreamFixture,
  startUpstreamProxy,
} from "../../support/upstream.js";

it("an upstream connection stores the key sealed and never returns it", async () => {
  const { upstream, engine, upstreamId } = await startUpstreamFixture([aurora], {
    secretKey: Buffer.alloc(32, 7),
  });
  const stored = engine.db.connection.prepare("SELECT key FROM service").pluck().get() as Buffer;
  expect(stored.includes(upstream.key)).toBe(false);
  const shown = JSON.stringify([
    await engine.call("upstreams.list", {}),
    await engine.call("upstreams.test", { id: upstreamId }),
    await engine.call("upstreams.update", { id: upstreamId, name: "Renamed" }),
  ]);
  expect(shown).toContain("Renamed");
  expect(shown).not.toContain(upstream.key);
});

it("an upstream connection is refused with an explanation when it cannot work", async () => {
  const { upstream, engine, proxy } = await startUpstreamFixture([]);
  const refusalMessage = async (base_url: string, key: string) => {
    const result = await engine.call("upstreams.add", { base_url, key });
    return result.ok ? "added" : `${result.error.message} ${result.error.action}`;
  };
  const other = proxy.baseUrl.replace("127.0.0.1", "localhost");
  expect(await refusalMessage(proxy.baseUrl, upstream.key)).toMatch(/already connected/);
  expect(await refusalMessage(`${engine.origin()}/v1`, upstream.key)).toMatch(/own address/);
  expect(await refusalMessage("http://service.example/v1", upstream.key)).toMatch(/https:\/\//);
  expect(await refusalMessage("nowhere", upstream.key)).toMatch(/not an address/);
  expect(await refusalMessage("http://127.0.0.1:9/v1", upstream.key)).toMatch(/cannot be reached/);
  expect(await refusalMessage(other, `ss_live_${"x".repeat(32)}`)).toMatch(/does not accept the key/);
  expect(await refusalMessage(other, "two words")).toMatch(/not an API key/);
  expect(await refusalMessage(other.replace("/v1", "/v2"), upstream.key)).toMatch(/base URL/);
  expect((await engine.data("upstreams.list", {})).upstreams).toHaveLength(1);
});

it("an upstream connection sends no requests once disabled or removed, and leaves the fetched data", async () => {
  const { engine, proxy, upstreamId, advance } = await startUpstreamFixture([aurora]);
  await readOffers(engine, "036000291452");
  await engine.data("upstreams.update", { id: upstreamId, enabled: false });
  proxy.requestedPaths.length = 0;
  advance(2 * DAY_MS);
  expect(await readOffers(engine, "036000291452")).toHaveLength(6);
  await engine.data("upstreams.update", { id: upstreamId, enabled: true });
  expect(await engine.data("upstreams.remove", { id: upstreamId })).toEqual({
    kept: { products: 1, offers: 6 },
  });
  expect(await readOffers(engine, "036000291452")).toHaveLength(6);
  expect(proxy.requestedPaths).toEqual([]);
  expect((await engine.data("upstreams.list", {})).upstreams).toEqual([]);
});

it("an upstream answers another Tidemark from its own data, without a request to a third server", async () => {
  const [one, other] = [await openTestEngine(), await openTestEngine()];
  const [lineToOne, lineToOther] = [
    await startUpstreamProxy(() => one.port()),
    await startUpstreamProxy(() => other.port()),
  ];
  await connectUpstream(one, lineToOther, other.key);
  await connectUpstream(other, lineToOne, one.key);
  lineToOne.requestedPaths.length = 0;
  lineToOther.requestedPaths.length = 0;
  expect((await one.get("/products?ids=036000291452")).status).toBe(404);
  expect(lineToOther.requestedPaths).toEqual(["/v1/products/offers?ids=036000291452"]);
  expect(lineToOne.requestedPaths).toEqual([]);
});

it("an upstream needs its key again at a new address, which receives no request before", async () => {
  const { upstream, engine, upstreamId } = await startUpstreamFixture([aurora]);
  const other = await startUpstreamProxy(() => upstream.port());
  const moved = await engine.call("upstreams.update", { id: upstreamId, base_url: other.baseUrl });
  expect(moved).toMatchObject({ ok: false, error: { message: expect.stringMatching(/key again/) } });
  expect(other.requestedPaths).toEqual([]);
  const { base_url } = await engine.data("upstreams.update", {
    id: upstreamId,
    base_url: other.baseUrl,
    key: upstream.key,
  });
  expect(base_url).toBe(other.baseUrl);
  expect((await engine.get("/products?ids=036000291452")).status).toBe(200);
  expect(other.requestedPaths.at(-1)).toContain("/products/offers?ids=036000291452");
});

it("the local sample stays removable after an upstream has sent the same sample products", async () => {
  const upstream = await openTestEngine({ sample: true });
  const engine = await openTestEngine({ sample: true });
  const line = await startUpstreamProxy(() => upstream.port());
  await connectUpstream(engine, line, upstream.key);
  const title = (await upstream.get("/products/search?q=headphones&limit=1")).body.data[0]!.title;
  await engine.get(`/products/search?q=${encodeURIComponent(title)}`);
  await engine.get("/deals");
  await engine.data("sample.remove", {});
  expect(await engine.data("app.info", {})).toMatchObject({ products: 0, offers: 0 });
  const own = engine.db.connection.prepare("SELECT count(*) FROM deal").pluck();
  expect(own.get()).toBe(0);
});
