import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/accessibility.js";
import { tidemarkCommand } from "../support/command-line.js";
import { expect, goTo, lookUp, photograph, type RunningApp, test } from "../support/electron.js";

async function settled(tidemark: RunningApp, name: string): Promise<void> {
  await photograph(tidemark, name);
  await expectAccessible(tidemark.page);
}

test("credits used up: what is known stays, and the next step is told", async ({ tidemark }) => {
  const { page, dataFolder } = tidemark;
  await lookUp(page, "headphones");
  await page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  await tidemarkCommand(dataFolder, "account", "set", "--plan-credits", "100", "--used", "100");

  await lookUp(page, "lantern");
  await expect(page.getByText("This month's credits do not cover that.").first()).toBeVisible();
  await settled(tidemark, "credits-used-up");
  // What was paid for is still there.
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title ?? "" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
});

test("too many requests in an hour: how long to wait is told", async ({ tidemark }) => {
  const { page } = tidemark;
  await page.evaluate(async () => {
    for (let asked = 0; asked < 5_000; asked++) {
      const answer = await window.tidemark.invoke("engine:call", "usage.get", {});
      if (!answer.ok) return;
    }
  });
  await goTo(page, "Deals");
  await expect(page.getByText("Too many requests within one hour.").first()).toBeVisible();
  await expect(page.getByText(/^Try again in \d+ (min|s|h)/).first()).toBeVisible();
  await settled(tidemark, "rate-limited");
});

/** A shop that turns programs away. */
async function closedShop(): Promise<{ readonly origin: string; close(): void }> {
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

function allow(page: Page, origin: string) {
  return page.evaluate(
    (host) => window.tidemark.invoke("engine:call", "pages.allow", { host, is_allowed: true }),
    new URL(origin).host,
  );
}

test("a shop that turns programs away says so, and what is left to do", async ({ tidemark }) => {
  const { page } = tidemark;
  const shop = await closedShop();
  try {
    await allow(page, shop.origin);
    await lookUp(page, `${shop.origin}/p/1`);
    await page.getByRole("button", { name: "Add this page" }).click();
    await expect(page.getByText("The shop refuses to show the page to programs.")).toBeVisible({
      timeout: 15_000,
    });
    await settled(tidemark, "blocked-shop");
  } finally {
    shop.close();
  }
});

test("a mistyped barcode is told from an unknown one", async ({ tidemark }) => {
  const { page } = tidemark;
  await lookUp(page, "4006381333932");
  await expect(page.getByText(/probably mistyped/)).toBeVisible();
  await settled(tidemark, "mistyped-barcode");
});

test("without a network the window says so, shows what it has, and stops saying it", async ({ tidemark }) => {
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
  await expect(page.getByText(/^No network\. All that is known is here/)).toBeVisible();
  await lookUp(page, "headphones");
  await page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  await expect(page.getByRole("heading", { name: "Price history" })).toBeVisible();
  await settled(tidemark, "offline");
  await network(false);
  await expect(page.getByText(/^No network/)).toHaveCount(0);
});
