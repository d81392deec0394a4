import { expect, it } from "vitest";
import { openTestPage } from "../../support/web-page.js";

it("shows the links of every device in all windows, also once they are watched", async () => {
  const { engine, pair } = await openTestPage();
  const url = "https://shop.example/p/lantern";
  const offer = { id: "1", retailer: "shop.example", price: 30, currency: "USD", URL: url };
  const shared = { availability: "in", condition: "new", timestamp: "2026-01-01T00:00:00Z" } as const;
  const product = { service: "product/lantern/1", title: "Trail Lantern" };
  await engine.import([{ type: "product", ...product, offers: [{ ...offer, ...shared }] }]);
  const phone = await pair("Phone");
  const tablet = await pair("Tablet");
  const { links } = JSON.parse((await phone.call("links.add", { links: [{ text: url }] })).text);
  await engine.data("links.wait", { ids: [links[0].id] });
  const listed = { links: [{ text: url, state: "known" }] };
  expect(await engine.data("links.list", {})).toMatchObject(listed);
  expect(JSON.parse((await tablet.call("links.list")).text)).toMatchObject(listed);
});
