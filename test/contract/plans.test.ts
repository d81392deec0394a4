import { expect, it } from "vitest";
import { deals, products } from "../support/catalogue.js";
import { expectError, expectOk, setupEngine } from "../support/contract.js";

const engine = setupEngine([...products, ...deals]);

const paidPaths = [
  "/products?ids=AH-100",
  "/products/details?ids=AH-100",
  "/products/search?q=lamp",
  "/products/offers?ids=AH-100",
  "/products/offers/history?ids=AH-100&start=2026-06-01&end=2026-06-01",
  "/products/history?ids=AH-100&start=2026-06-01&end=2026-06-01",
  "/products/reviews?id=AH-100",
  "/deals",
];

let accounts = 0;

/** Creates a key for a new account with this plan. */
function createKeyWith(change: Parameters<ReturnType<typeof engine>["setAccount"]>[0]): string {
  const name = `plan-${++accounts}`;
  engine().setAccount(change, name);
  return engine().createKey({ account: name }).key;
}

it("requires a plan for every endpoint that can cost credits [§5 rule 5; §7 ERR_SUBSCRIPTION_REQUIRED; decision 5]", async () => {
  const key = createKeyWith({ status: "none" });
  for (const path of paidPaths) {
    const response = expectError(await engine().get(path, { key }), "ERR_SUBSCRIPTION_REQUIRED");
    expect(response.headers.get("x-ratelimit-limit")).toBe("1000");
  }
});

it("rejects paid endpoints on a canceled plan [§5 rule 5; §7 ERR_SUBSCRIPTION_INACTIVE]", async () => {
  const key = createKeyWith({ status: "canceled" });
  for (const path of paidPaths) expectError(await engine().get(path, { key }), "ERR_SUBSCRIPTION_INACTIVE");
});

it("serves free endpoints without a plan [decision 5]", async () => {
  for (const status of ["none", "canceled"] as const) {
    const key = createKeyWith({ status });
    for (const path of ["/usage", "/products/scheduled", "/webhooks"])
      expectOk(await engine().get(path, { key }));
    expectError(await engine().get("/batch/batch_nothing", { key }), "ERR_ENDPOINT_NOT_FOUND");
  }
});

it("serves every endpoint on an active or trial plan [§5 rule 5]", async () => {
  for (const status of ["active", "trialing"] as const) {
    const key = createKeyWith({ status });
    for (const path of paidPaths) expectOk(await engine().get(path, { key }));
  }
});
