import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, type RunningServer, runJson, startServeWith } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { expectSigned, openReceiver } from "../../support/receiver.js";
import { trustedCertificateFile } from "../../support/tls.js";
import { catalogueFile, offerFields, productLine } from "../catalogue/catalogue-files.js";

beforeAll(ensureBuilt);

async function ask(serving: RunningServer, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(serving.base_url + path, {
    method,
    headers: { Authorization: `Bearer ${serving.api_key}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return answer.json();
}

describe("serve with webhooks", () => {
  it("serve delivers a price drop that another process imports", async () => {
    const receiver = await openReceiver();
    const folder = temporaryFolder();
    const env = { NODE_EXTRA_CA_CERTS: await trustedCertificateFile() };
    const serving = await startServeWith(env, folder);
    await runJson("import", catalogueFile(productLine("a")), "--data", folder);
    await ask(serving, "PUT", "/products/scheduled?ids=product/test/a&schedule=daily");
    const created = (await ask(serving, "POST", "/webhooks", {
      url: receiver.url,
      events: ["price_drop"],
    })) as { webhook: { secret: string } };
    const cheaper = offerFields("a", { price: 9.99, timestamp: new Date().toISOString(), history: [] });
    await runJson("import", catalogueFile(productLine("a", { offers: [cheaper] })), "--data", folder);
    const [sent] = await receiver.waitFor(1);
    if (sent === undefined) throw new Error("No delivery arrived.");
    expect(sent.body).toMatchObject({
      event: "price_drop",
      data: { price: { current: 9.99, previous: 19.99, currency: "USD" } },
    });
    const seconds = Number(/^t=(\d+),/.exec(String(sent.headers["x-service-signature"]))?.[1]);
    expectSigned(sent, created.webhook.secret, seconds * 1_000);
    expect(await serving.stop()).toBe(0);
  });

  it("serve uses none of the five webhooks itself", async () => {
    const serving = await startServeWith({}, temporaryFolder());
    for (let i = 0; i < 5; i++)
      await ask(serving, "POST", "/webhooks", { url: `https://hooks.example/${i}`, events: ["price_drop"] });
    const { webhooks } = (await ask(serving, "GET", "/webhooks")) as { webhooks: unknown[] };
    expect(webhooks).toHaveLength(5);
  });
});
