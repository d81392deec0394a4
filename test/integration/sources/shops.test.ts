import { describe, expect, it } from "vitest";
import { openTestEngine } from "../../support/engine.js";
import { addLink, checkHourly, startShopAndEngine } from "../../support/shop.js";
import { productHtml } from "../../support/shop-site.js";
import { until } from "../../support/until.js";

function page(name: string, icon = ""): string {
  return `<meta property="og:site_name" content="${name}">${icon}${productHtml({ name: "Trail Lantern" })}`;
}

async function start(html: string) {
  const { shop, engine, url } = await startShopAndEngine();
  shop.page = { offer: {}, html };
  const { product_key: productKey } = await addLink(engine, url);
  const named = async () => (await engine.data("shops.list", {})).shops;
  return { shop, engine, url, productKey, named };
}

describe("shops", () => {
  it("have the name and the icon that their pages have when they are added", async () => {
    const icons = `<link rel="icon" href="/a.svg"><link rel="icon" href="/16.png" sizes="16x16">
      <link rel="apple-touch-icon" href="icons/180.png"><link rel="icon" href="/512.png" sizes="512x512">`;
    const { shop, named } = await start(page("Trail &amp; Co – lanterns", icons));
    expect(await named()).toEqual([
      { host: "127.0.0.1", name: "Trail & Co", is_own_name: false, icon: `${shop.origin}/p/icons/180.png` },
    ]);
  });

  it("without an icon that can be shown have it where browsers look for it", async () => {
    const svg = `<link rel="icon" href="/a.svg"><link rel="icon" href="data:image/png;base64,AA">`;
    const { shop, named } = await start(page("Home", svg));
    expect(await named()).toMatchObject([{ name: "127.0.0.1", icon: `${shop.origin}/favicon.ico` }]);
  });

  it("have a new name once most pages say so, and keep it while a page says none", async () => {
    const { shop, engine, productKey, named } = await start(page("Trail"));
    const { check } = await checkHourly(engine, productKey);
    const names: (string | undefined)[] = [];
    for (const name of ["Trail ", "Summit", "Summit | Sale", "Home"]) {
      shop.page = { offer: {}, html: page(name) };
      await check();
      names.push((await named())[0]?.name);
    }
    expect(names).toEqual(["Trail", "Trail", "Summit", "Summit"]);
  });

  it("are called as the user says, which can be undone and goes with the watch list", async () => {
    const { engine, named } = await start(page("Trail"));
    const renamed = await engine.data("shops.rename", { host: "127.0.0.1", name: "Corner shop" });
    expect(renamed.act_id).not.toBeNull();
    expect(await named()).toMatchObject([{ name: "Corner shop", is_own_name: true }]);

    const { content } = await engine.data("watch.export", {});
    const other = await openTestEngine();
    await other.data("lists.import", { content, schedule: "daily" });
    const inOther = async () => (await other.data("shops.list", {})).shops;
    await until(async () => (await inOther()).length > 0);
    expect(await inOther()).toMatchObject([{ name: "Corner shop", icon: null }]);

    const { act } = await engine.data("acts.undo", {});
    expect(act).toMatchObject({ kind: "shops.rename", subject: { title: "127.0.0.1" } });
    expect(await named()).toMatchObject([{ name: "Trail", is_own_name: false }]);
  });

  it("keep a name that was given after the one that is undone", async () => {
    const { engine, named } = await start(page("Trail"));
    const { act_id: first } = await engine.data("shops.rename", { host: "127.0.0.1", name: "First" });
    await engine.data("shops.rename", { host: "127.0.0.1", name: "Second" });
    const { kept } = await engine.data("acts.undo", { id: first ?? 0 });
    expect(kept).toEqual([{ what: "shop", title: "127.0.0.1" }]);
    expect(await named()).toMatchObject([{ name: "Second" }]);
  });

  it.each(["", "x".repeat(41)])("cannot be called %j", async (name) => {
    const engine = await openTestEngine();
    expect(await engine.call("shops.rename", { host: "a.example", name })).toMatchObject({ ok: false });
  });
});
