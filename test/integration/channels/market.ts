import { onTestFinished } from "vitest";
import { write } from "../../../src/main/engine/db/store.js";
import { addAlert } from "../../../src/main/engine/operations/channels/queue-alert.js";
import type { InboxEntry } from "../../../src/shared/app/alerts.js";
import type { ChannelDelivery } from "../../../src/shared/app/channels.js";
import type { AppInput } from "../../../src/shared/app/operations.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "../../support/engine.js";

export async function openEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await startTestEngine(options);
  onTestFinished(() => engine.stop());
  return engine;
}

export async function addChannel(engine: TestEngine, input: AppInput<"channels.save">): Promise<number> {
  return (await engine.data("channels.save", input)).channel.id;
}

let lastAlert = 0;

/** Adds an alert to the inbox over a connection of its own, as another process would. */
export function raiseAlert(
  { db, clock }: TestEngine,
  ruleIds: readonly number[] = [],
  title?: string,
): InboxEntry {
  lastAlert += 1;
  const entry = write(db, (tx) =>
    addAlert(tx, {
      eventId: `evt_${lastAlert}`,
      type: "price_drop",
      isTest: false,
      data: {
        product: {
          service: `product/lamp/${lastAlert}`,
          title: title ?? `Lamp ${lastAlert}`,
          url: `https://shop.example/${lastAlert}`,
          image: "https://img.example/lamp.png",
        },
        retailer: "shop.example",
        price: { current: 40, previous: 50, currency: "USD" },
        availability: null,
      },
      reason: "$40.00 at shop.example, was $50.00 (−20%)",
      clauses: {
        head: { kind: "price", price: 40, currency: "USD", retailer: "shop.example" },
        clauses: [{ kind: "was", price: 50, currency: "USD", percent: 20 }],
      },
      ruleIds,
      receivedMs: clock.now(),
    }),
  );
  if (entry === null) throw new Error("The alert exists already.");
  return entry;
}

export const groupingMs = 2_000;

export async function readDeliveries(engine: TestEngine, id?: number): Promise<ChannelDelivery[]> {
  return (await engine.data("channels.deliveries", id === undefined ? {} : { id })).deliveries;
}
