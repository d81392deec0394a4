import { createServer } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { ensureBuilt, runCli, runJson } from "../support/cli.js";
import { serve } from "../support/serve.js";

beforeAll(ensureBuilt);

const product = `<h1>Trail Lantern</h1><script type="application/ld+json">{"@type":"Product","name":"Trail Lantern",
  "offers":{"@type":"Offer","price":"49.99","priceCurrency":"USD","availability":"InStock"}}</script>`;

async function startShop(): Promise<string> {
  const server = createServer((request, response) => {
    const isThere = request.url === "/p/lantern";
    response.writeHead(isThere ? 200 : 403, { "Content-Type": "text/html" }).end(isThere ? product : "No.");
  });
  return `http://127.0.0.1:${await serve(server)}`;
}

it("check fetches a page from an allowed host and prints the offer it finds", async () => {
  const shop = await startShop();
  const allow = ["--allow-host", "other.example", "--allow-host", "127.0.0.1"];
  const result = await runJson("check", ...allow, `${shop}/p/lantern`);
  expect(result).toMatchObject({
    url: `${shop}/p/lantern`,
    status: "found",
    offer: { price: 49.99, currency: "USD", availability: "in" },
  });
  const refused = await runJson("check", `${shop}/secret`, "--allow-host", "127.0.0.1");
  expect(refused).toMatchObject({ status: "blocked", reason: expect.stringContaining("refuses") });
});

it("check refuses to fetch from a private network or from a file", async () => {
  const shop = await startShop();
  const result = await runCli(["check", `${shop}/p/lantern`]);
  expect(result).toMatchObject({ code: 1, stdout: "" });
  expect(result.stderr).toMatch(/^[^\n]+ --allow-host 127\.0\.0\.1:\d+\.\n$/);
  expect(await runCli(["check", "file:///etc/passwd"])).toMatchObject({ code: 2, stdout: "" });
});
