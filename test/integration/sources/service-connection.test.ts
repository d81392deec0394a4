import { describe, expect, it } from "vitest";
import { aurora } from "../../support/catalogue.js";
import { startLine } from "../../support/service-line.js";
import {
  callOk,
  connectService,
  lamp,
  offersOf,
  startEngine,
  startServiceSetting,
} from "../../support/service-setting.js";

const hourMs = 3_600_000;
const dayMs = 86_400_000;

describe("connecting", () => {
  it("keeps the key sealed, and never gives it back", async () => {
    const { upstream, engine, serviceId } = await startServiceSetting([aurora], {
      secretKey: Buffer.alloc(32, 7),
    });
    const stored = engine.db.connection.prepare("SELECT key FROM service").pluck().get() as Buffer;
    expect(stored.includes(upstream.key)).toBe(false);
    const shown = JSON.stringify([
      await engine.call("services.list", {}),
      await engine.call("services.test", { id: serviceId }),
      await engine.call("services.update", { id: serviceId, name: "Renamed" }),
    ]);
    expect(shown).toContain("Renamed");
    expect(shown).not.toContain(upstream.key);
  });

  it("is refused with a sentence where it cannot work", async () => {
    const { upstream, engine, line } = await startServiceSetting([]);
    const refused = async (base_url: string, key: string) => {
      const result = await engine.call("services.add", { base_url, key });
      return result.ok ? "added" : `${result.error.message} ${result.error.action}`;
    };
    const other = line.baseUrl.replace("127.0.0.1", "localhost");
    expect(await refused(line.baseUrl, upstream.key)).toMatch(/already connected/);
    expect(await refused(`${engine.origin()}/v1`, upstream.key)).toMatch(/own address/);
    expect(await refused("http://service.example/v1", upstream.key)).toMatch(/https:\/\//);
    expect(await refused("nowhere", upstream.key)).toMatch(/not an address/);
    expect(await refused("http://127.0.0.1:9/v1", upstream.key)).toMatch(/cannot be reached/);
    expect(await refused(other, `ss_live_${"x".repeat(32)}`)).toMatch(/does not accept the key/);
    expect(await refused(other, "two words")).toMatch(/not an API key/);
    expect(await refused(other.replace("/v1", "/v2"), upstream.key)).toMatch(/base URL/);
    expect((await callOk(engine, "services.list", {})).services).toHaveLength(1);
  });

  it("can be ended: what was fetched stays, and nothing is asked any more", async () => {
    const { engine, line, serviceId, pass } = await startServiceSetting([aurora]);
    await offersOf(engine, "036000291452");
    await callOk(engine, "services.update", { id: serviceId, enabled: false });
    line.asked.length = 0;
    pass(2 * dayMs);
    expect(await offersOf(engine, "036000291452")).toHaveLength(6);
    await callOk(engine, "services.update", { id: serviceId, enabled: true });
    expect(await callOk(engine, "services.remove", { id: serviceId })).toEqual({
      kept: { products: 1, offers: 6 },
    });
    expect(await offersOf(engine, "036000291452")).toHaveLength(6);
    expect(line.asked).toEqual([]);
    expect((await callOk(engine, "services.list", {})).services).toEqual([]);
  });

  it("in a circle ends: an engine does not ask on behalf of its own question", async () => {
    const [one, other] = [await startEngine(), await startEngine()];
    const [lineToOne, lineToOther] = [await startLine(() => one.port()), await startLine(() => other.port())];
    await connectService(one, lineToOther, other.key);
    await connectService(other, lineToOne, one.key);
    lineToOne.asked.length = 0;
    lineToOther.asked.length = 0;
    const both = await Promise.all([
      one.get("/products?ids=036000291452"),
      other.get("/products?ids=036000291452"),
    ]);
    expect(both.map(({ status }) => status)).toEqual([404, 404]);
    expect(lineToOne.asked.length + lineToOther.asked.length).toBeLessThanOrEqual(4);
  });
});

describe("a service that moves", () => {
  it("needs its key again at the new address: it is sent where the shopper has typed it for, and nowhere else", async () => {
    const { upstream, engine, serviceId } = await startServiceSetting([aurora]);
    const other = await startLine(() => upstream.port());
    const moved = await engine.call("services.update", { id: serviceId, base_url: other.baseUrl });
    expect(moved).toMatchObject({ ok: false, error: { message: expect.stringMatching(/key again/) } });
    expect(other.asked).toEqual([]);
    const { base_url } = await callOk(engine, "services.update", {
      id: serviceId,
      base_url: other.baseUrl,
      key: upstream.key,
    });
    expect(base_url).toBe(other.baseUrl);
    expect((await engine.get("/products?ids=036000291452")).status).toBe(200);
    expect(other.asked.at(-1)).toContain("/products?ids=036000291452");
  });

  it("or was removed and is connected again, goes on with what is here", async () => {
    const { upstream, engine, line, serviceId, pass } = await startServiceSetting([
      lamp(40, "2026-06-15T08:00:00.000Z"),
    ]);
    await offersOf(engine, "0012345678905");
    await callOk(engine, "services.remove", { id: serviceId });
    await upstream.import([{ ...lamp(35, "2026-06-15T13:00:00.000Z"), title: "Harbor Lamp, new" }]);
    pass(2 * hourMs);
    expect((await offersOf(engine, "0012345678905"))[0]?.price).toBe(40);
    await connectService(engine, line, upstream.key);
    expect((await offersOf(engine, "0012345678905"))[0]?.price).toBe(35);
    expect((await engine.get("/products?ids=product/lamp/x")).body.data[0]?.title).toBe("Harbor Lamp, new");
  });
});

describe("the sample market", () => {
  it("of a service is not taken for the shopper's own where there is one here, too", async () => {
    const upstream = await startEngine({ sample: true });
    const engine = await startEngine({ sample: true });
    const line = await startLine(() => upstream.port());
    await connectService(engine, line, upstream.key);
    const title = (await upstream.get("/products/search?q=headphones&limit=1")).body.data[0]!.title;
    await engine.get(`/products/search?q=${encodeURIComponent(title)}`);
    await engine.get("/deals");
    await callOk(engine, "sample.remove", {});
    expect(await callOk(engine, "app.info", {})).toMatchObject({ products: 0, offers: 0 });
    const own = engine.db.connection.prepare("SELECT count(*) FROM deal").pluck();
    expect(own.get()).toBe(0);
  });
});
