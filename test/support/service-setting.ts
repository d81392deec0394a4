import { expect, onTestFinished } from "vitest";
import type { CallResult, OperationInput, OperationName } from "../../src/shared/calls.js";
import { type CatalogueLineInput, type ProductLine, plainProduct } from "./catalogue.js";
import { startTestEngine, type TestEngine, type TestEngineOptions } from "./engine.js";
import { type ServiceLine, startLine } from "./service-line.js";

/** Two engines, one connected to the other as a service. */
export interface ServiceSetting {
  /** The engine that serves. */
  readonly upstream: TestEngine;
  /** The engine that is connected to it. */
  readonly engine: TestEngine;
  readonly line: ServiceLine;
  readonly serviceId: string;
  /** Advances both clocks. */
  pass(ms: number): void;
}

export async function startEngine(options: TestEngineOptions = {}): Promise<TestEngine> {
  const engine = await startTestEngine(options);
  onTestFinished(() => engine.stop());
  return engine;
}

export async function callOk<K extends OperationName>(
  engine: TestEngine,
  operation: K,
  input: OperationInput<K>,
) {
  const result = (await engine.call(operation, input)) as CallResult<K>;
  if (!result.ok) throw new Error(`${result.error.message} ${result.error.action}`);
  return result.data;
}

export async function connectService(engine: TestEngine, line: ServiceLine, key: string) {
  return callOk(engine, "services.add", { base_url: line.baseUrl, key, name: "Upstream" });
}

export async function startServiceSetting(
  lines: readonly CatalogueLineInput[],
  options: TestEngineOptions = {},
): Promise<ServiceSetting> {
  const upstream = await startEngine();
  const engine = await startEngine(options);
  await upstream.import(lines);
  const line = await startLine(() => upstream.port());
  const { id } = await connectService(engine, line, upstream.key);
  line.asked.length = 0;
  const pass = (ms: number) => {
    upstream.clock.advance(ms);
    engine.clock.advance(ms);
  };
  return { upstream, engine, line, serviceId: id, pass };
}

export async function creditsUsed(engine: TestEngine): Promise<number> {
  return (await callOk(engine, "account.show", {})).used;
}

export async function serviceOf(engine: TestEngine) {
  return (await callOk(engine, "services.list", {})).services[0]!;
}

export async function offersOf(engine: TestEngine, id: string) {
  const { status, body } = await engine.get(`/products/offers?ids=${encodeURIComponent(id)}`);
  expect(status).toBe(200);
  return body.data[0]!.offers;
}

/** A product with one offer at this price. */
export function lamp(price: number, timestamp: string, availability: "in" | "out" = "in"): ProductLine {
  return {
    ...plainProduct("lamp", "Harbor Lamp"),
    barcode: "0012345678905",
    offers: [
      {
        id: "lamp-1",
        retailer: "shop.example",
        price,
        currency: "USD",
        availability,
        URL: "https://shop.example/lamp",
        timestamp,
      },
    ],
  };
}
