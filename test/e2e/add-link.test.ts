import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, waitForEngine } from "../support/electron.js";
import { lookUp, photograph } from "../support/window.js";

const productHtml = `<!doctype html><title>Trail Lantern 4000 | Northlight</title><h1>Trail Lantern 4000</h1>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Trail Lantern 4000",
"brand":{"@type":"Brand","name":"Northlight"},"offers":{"@type":"Offer","price":"49.99","priceCurrency":"USD",
"availability":"https://schema.org/InStock"}}</script><p class="price">$49.99</p>`;

test("adds a link from an unknown shop, and watches its product", async ({ tidemark }) => {
  const { page: window } = tidemark;
  const shop = createServer((request, response) => {
    const isProductPage = request.url === "/p/lantern";
    response
      .writeHead(isProductPage ? 200 : 404, { "Content-Type": "text/html" })
      .end(isProductPage ? productHtml : "Gone");
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  try {
    await waitForEngine(window, "ready");
    await lookUp(window, `${origin}/p/lantern`);
    const add = window.getByRole("button", { name: "Add this page" });
    // A shop on the local network is refused until the user allows it.
    await add.click();
    await expect(window.getByText(/private network/)).toBeVisible();
    await photograph(tidemark, "add-link");
    await window.getByRole("button", { name: /^Allow 127\.0\.0\.1:\d+ and add the page/ }).click();
    await expect(window.getByRole("heading", { level: 1, name: "Trail Lantern 4000" })).toBeVisible();
    await expect(window.getByRole("region", { name: "Best price" })).toContainText("$49.99");
    const watching = window.getByRole("region", { name: "Watching" });
    await watching.getByRole("button", { name: "Watch", exact: true }).click();
    await expect(watching).toContainText("Watched daily");
    await expect(watching).toContainText("Next check");
    await photograph(tidemark, "added-link");
  } finally {
    shop.close();
    shop.closeAllConnections();
  }
});
