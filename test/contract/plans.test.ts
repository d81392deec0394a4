import { describe, expect } from "vitest";
import { products } from "../support/catalogue.js";
import { deals } from "../support/catalogue-deals.js";
import { engineWith, expectError, expectOk } from "../support/contract-client.js";
import { rule } from "../support/contract-rules.js";

const engine = engineWith([...products, ...deals]);
const day = 86_400_000;

const costly = [
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

/** A key of a new account with such a plan. */
function keyWith(change: Parameters<ReturnType<typeof engine>["setAccount"]>[0]): string {
  const name = `plan-${++accounts}`;
  engine().setAccount(change, name);
  return engine().createKey({ account: name }).key;
}

describe("a plan", () => {
  rule(
    ["section 5 rule 5", "section 7 ERR_SUBSCRIPTION_REQUIRED", "decision 5"],
    "is needed for all that can cost",
    async () => {
      const key = keyWith({ status: "none" });
      for (const path of costly) {
        const answer = expectError(await engine().get(path, { key }), "ERR_SUBSCRIPTION_REQUIRED");
        expect(answer.headers.get("x-ratelimit-limit")).toBe("1000");
      }
    },
  );

  rule(
    ["section 5 rule 5", "section 7 ERR_SUBSCRIPTION_INACTIVE"],
    "that is canceled opens nothing that can cost",
    async () => {
      const key = keyWith({ status: "canceled" });
      for (const path of costly) expectError(await engine().get(path, { key }), "ERR_SUBSCRIPTION_INACTIVE");
    },
  );

  rule("decision 5", "is not needed for what is free", async () => {
    for (const status of ["none", "canceled"] as const)
      expectOk(await engine().get("/usage", { key: keyWith({ status }) }));
  });

  rule("section 5 rule 5", "that is active or on trial opens everything", async () => {
    for (const status of ["active", "trialing"] as const) {
      const key = keyWith({ status });
      for (const path of costly) expectOk(await engine().get(path, { key }));
    }
  });

  rule(["decision 5", "section 5 rule 5"], "that is past due works for exactly seven days more", async () => {
    const pastDueSinceMs = engine().clock.now();
    const key = keyWith({ status: "past_due", pastDueSinceMs });
    expectOk(await engine().get("/products?ids=AH-100", { key }));
    engine().clock.advance(7 * day);
    expectOk(await engine().get("/products?ids=AH-100", { key }));
    engine().clock.advance(1);
    expectError(await engine().get("/products?ids=AH-100", { key }), "ERR_SUBSCRIPTION_INACTIVE");
    expectOk(await engine().get("/usage", { key }));
  });

  rule("decision 46", "changes at once for a running engine", async () => {
    engine().setAccount({ status: "none" }, "changing");
    const { key } = engine().createKey({ account: "changing" });
    expectError(await engine().get("/deals", { key }), "ERR_SUBSCRIPTION_REQUIRED");
    engine().setAccount({ status: "active" }, "changing");
    expectOk(await engine().get("/deals", { key }));
    engine().setAccount({ status: "canceled" }, "changing");
    expectError(await engine().get("/deals", { key }), "ERR_SUBSCRIPTION_INACTIVE");
  });
});
