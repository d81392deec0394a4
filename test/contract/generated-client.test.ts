import { afterAll, beforeAll, expect, it } from "vitest";
import { deals, products } from "../support/catalogue.js";
import { setupEngine } from "../support/contract.js";
import { generateClient } from "../support/generated-client.js";
import { type Receiver, startReceiver } from "../support/receiver.js";

const engine = setupEngine([...products, ...deals]);

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Calls every operation by the names and types that the generator produced. */
const program = `
import { createClient } from "./client/client";
import * as api from "./client/sdk.gen";

export const operations = Object.keys(api);

export async function callAll(baseUrl: string, key: string, hook: string): Promise<Record<string, number>> {
  const client = createClient({ baseUrl, auth: key });
  const statuses: Record<string, number> = {};
  const check = <T extends { response?: Response; error?: unknown }>(name: string, result: T): T => {
    if (result.error !== undefined) throw new Error(name + " failed: " + JSON.stringify(result.error));
    statuses[name] = result.response?.status ?? 0;
    return result;
  };
  const ids = "AH-100";
  const window = { start: "2026-06-01", end: "2026-06-02" };

  const found = check("productsGet", await api.productsGet({ client, query: { ids } }));
  const title: string | undefined = found.data && typeof found.data !== "string" ? found.data.data[0]?.title : "";
  if (title !== "Aurora Wireless Headphones") throw new Error("Unexpected product: " + title);
  check("productsGetProductsDetails", await api.productsGetProductsDetails({ client, query: { ids } }));
  check("productsSearch", await api.productsSearch({ client, query: { q: "lamp", limit: 3, offset: 0 } }));
  check("offersGet", await api.offersGet({ client, query: { ids, retailer: "shop.example" } }));
  check("offersHistory", await api.offersHistory({ client, query: { ids, ...window } }));
  check("offersHistoryProductsHistory", await api.offersHistoryProductsHistory({ client, query: { ids, ...window } }));
  check("reviewsGet", await api.reviewsGet({ client, query: { id: ids } }));
  check("dealsList", await api.dealsList({ client, query: { sort: "new", min_price: 1 } }));
  check("usageGet", await api.usageGet({ client }));

  const many = Array.from({ length: 21 }, () => ids);
  const made = check("batchCreate", await api.batchCreate({ client, body: { identifiers: many, include: ["offers"] } }));
  const batchId = made.data && "batch" in made.data ? made.data.batch.id : "";
  check("batchGet", await api.batchGet({ client, path: { batchId } }));

  check("schedulesPut", await api.schedulesPut({ client, query: { ids, schedule: "daily" } }));
  check("schedulesList", await api.schedulesList({ client }));
  check("schedulesDelete", await api.schedulesDelete({ client, query: { ids } }));
  check("schedulesPutProductsSchedule", await api.schedulesPutProductsSchedule({ client, body: { identifiers: [ids], frequency: "daily" } }));
  check("schedulesDeleteProductsSchedule", await api.schedulesDeleteProductsSchedule({ client, body: { identifier: ids } }));

  const webhook = check("webhooksCreate", await api.webhooksCreate({ client, body: { url: hook, events: ["price_drop"] } }));
  const webhookId: string = webhook.data?.webhook.id ?? "";
  if (!webhook.data?.webhook.secret.startsWith("whsec_")) throw new Error("The webhook has no secret.");
  check("webhooksList", await api.webhooksList({ client }));
  check("webhooksUpdate", await api.webhooksUpdate({ client, path: { webhookId }, body: { is_active: false } }));
  check("webhooksTest", await api.webhooksTest({ client, path: { webhookId } }));
  check("webhooksDelete", await api.webhooksDelete({ client, path: { webhookId } }));
  return statuses;
}
`;

interface Program {
  readonly operations: readonly string[];
  callAll(baseUrl: string, key: string, hook: string): Promise<Record<string, number>>;
}

it("compiles the generated client and reaches every operation with it [§1 base URL]", async () => {
  const { operations, callAll } = await generateClient<Program>("contract", engine().document(), program);
  const statuses = await callAll(`${engine().origin()}/v1`, engine().key, receiver.url);
  expect(Object.keys(statuses).sort()).toEqual([...operations].sort());
  const documented = Object.values(engine().document().paths).flatMap((item) => Object.values(item));
  expect(operations).toHaveLength(documented.length);
  expect(statuses).toMatchObject({ batchCreate: 202, webhooksCreate: 201 });
  const others = Object.entries(statuses).filter(([name]) => !/^(batch|webhooks)Create$/.test(name));
  expect(others.filter(([, status]) => status !== 200)).toEqual([]);
  expect(receiver.received).toHaveLength(1);
});
