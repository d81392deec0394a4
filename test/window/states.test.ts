import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { runTidemark } from "../support/command-line.js";
import { expect, type RunningApp, test } from "../support/electron.js";
import { allowHost, expectAccessible, lookUp, photograph } from "../support/window.js";

async function photographAndCheck(tidemark: RunningApp, name: string): Promise<void> {
  await photograph(tidemark, name);
  await expectAccessible(tidemark.page);
}

test("shows everything to the owner with no credits and no requests left", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  await runTidemark(dataFolder, "account", "set", "--plan-credits", "0", "--status", "canceled");
  await lookUp(page, "headphones");
  await page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  await expect(page.getByRole("table", { name: "Offers" })).toBeVisible();
  await page.getByRole("switch", { name: "Watch" }).click();
  await expect(
    page.getByRole("region", { name: "Watching" }).getByRole("button", { name: "How often: Daily" }),
  ).toBeVisible();
  await expect(page.getByText(/credit|ERR_/i)).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await photographAndCheck(tidemark, "no-credits");
});

/** A shop that blocks programs. */
async function startBlockingShop(): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((_request, response) => {
    response.writeHead(403, { "Content-Type": "text/html" }).end("<h1>Access denied</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

test("explains that a shop blocks programs", async ({ tidemark }) => {
  const { page } = tidemark;
  const shop = await startBlockingShop();
  try {
    await allowHost(page, shop.origin);
    await lookUp(page, `${shop.origin}/p/1`);
    await expect(page.getByText(/The shop blocks automated visits\./)).toBeVisible({
      timeout: 40_000,
    });
    await photographAndCheck(tidemark, "blocked-shop");
  } finally {
    shop.close();
  }
});

test("recognizes a mistyped barcode", async ({ tidemark }) => {
  const { page } = tidemark;
  await lookUp(page, "4006381333932");
  await expect(page.getByText(/probably mistyped/)).toBeVisible();
  await photographAndCheck(tidemark, "mistyped-barcode");
});

test("shows known data and a notice without a network, until it is back", async ({ tidemark }) => {
  const { page } = tidemark;
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
  await lookUp(page, "headphones");
  await page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await photographAndCheck(tidemark, "offline");
  await network(false);
  await expect(page.getByText(/^You are offline/)).toHaveCount(0);
});
