import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ensureBuilt, runCli, runJson } from "../../support/cli.js";

beforeAll(ensureBuilt);

const product = `<h1>Trail Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Trail Lantern",
  "offers":{"@type":"Offer","price":"49.99","priceCurrency":"USD","availability":"InStock"}}</script>`;

async function startShop(): Promise<string> {
  const server = createServer((request, response) => {
    const isThere = request.url === "/p/lantern";
    response.writeHead(isThere ? 200 : 403, { "Content-Type": "text/html" }).end(isThere ? product : "No.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("check", () => {
  it("fetches a page from a shop that is allowed, and prints what it says", async () => {
    const shop = await startShop();
    const told = await runJson("check", `${shop}/p/lantern`, "--allow-host", "127.0.0.1");
    expect(told).toMatchObject({
      url: `${shop}/p/lantern`,
      status: "found",
      offer: { price: 49.99, currency: "USD", availability: "in" },
    });
    const refused = await runJson("check", `${shop}/secret`, "--allow-host", "127.0.0.1");
    expect(refused).toMatchObject({ status: "blocked", reason: expect.stringContaining("refuses") });
  });

  it("takes the allowed hosts before the address, too, one each time", async () => {
    const shop = await startShop();
    const told = await runJson(
      ...["check", "--allow-host", "other.example", "--allow-host", "127.0.0.1", `${shop}/p/lantern`],
    );
    expect(told).toMatchObject({ status: "found" });
  });

  it("does not knock inside a private network", async () => {
    const shop = await startShop();
    const told = await runCli(["check", `${shop}/p/lantern`]);
    expect(told).toMatchObject({ code: 1, stdout: "" });
    expect(told.stderr).toMatch(/^[^\n]+private network[^\n]+\n$/);
    expect(await runCli(["check", "file:///etc/passwd"])).toMatchObject({ code: 2, stdout: "" });
  });
});
