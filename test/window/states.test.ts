import { expect, test } from "../support/electron.js";

test("shows known data and a notice without a network, until it is back", async ({ page, ui }) => {
  const session = await page.context().newCDPSession(page);
  const network = (offline: boolean) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await session.send("Network.enable");
  await network(true);
  const banner = page.getByText(/^You are offline\. Prices shown are as last seen/);
  await expect(banner).toBeVisible();
  await expect.poll(async () => (await banner.boundingBox())?.height ?? 0).toBeGreaterThan(30);
  await ui.product.openFirst("headphones");
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await ui.inspect("offline");
  await network(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
});
