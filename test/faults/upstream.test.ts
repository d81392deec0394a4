import { expect } from "vitest";
import { DAY_MS } from "../../src/shared/time.js";
import { plainProduct } from "../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { callOk } from "../support/upstream.js";
import { checkConsistency, expectNoFindings, type Finding, findUnless } from "./checks/database.js";
import { ExpectedState } from "./checks/expected-state.js";
import {
  type BadUpstream,
  startBadUpstream,
  upstreamBarcode,
  upstreamFaults,
} from "./support/bad-upstream.js";
import { type Round, testFault } from "./support/rounds.js";

const faultsPerRound = 6;
/** Enough for a response on loopback on a busy computer. */
const upstreamTimeoutMs = 5_000;
const offersPath = `/products/offers?ids=${upstreamBarcode}`;

interface Scenario {
  readonly engine: TestEngine;
  readonly upstream: BadUpstream;
  readonly expected: ExpectedState;
}

async function get({ engine, expected }: Scenario, path: string) {
  const settle = expected.startRequest(200);
  const { status, body } = await engine.get(path);
  settle(body.meta.credits_used);
  return { status, price: body.data?.[0]?.offers?.[0]?.price };
}

/** During a fault, local data remains available, with the last correct price. */
async function checkDuringFault(scenario: Scenario, knownMinor: number): Promise<Finding[]> {
  const known = await get(scenario, offersPath);
  const local = await get(scenario, "/products/offers?ids=product/local/x");
  const unknown = await get(scenario, "/products?ids=product/nowhere/x");
  const found = await get(scenario, "/products/search?q=lamp&limit=5");
  return [
    ...findUnless(known.status === 200 && known.price === knownMinor / 100, `known price ${known.price}`),
    ...findUnless(local.status === 200 && local.price === 20, `local price ${local.price}`),
    // The upstream sends its only product in response to any request.
    ...findUnless([200, 404].includes(unknown.status), `status ${unknown.status} for an unknown product`),
    ...findUnless(found.status === 200, `status ${found.status} for a search`),
  ];
}

/** Without a fault, the upstream's new price is accepted. */
async function checkWithoutFault(scenario: Scenario, priceMinor: number): Promise<Finding[]> {
  const { upstream, engine } = scenario;
  upstream.fault = null;
  // An upstream without credits is not queried again until its next period.
  engine.clock.advance(31 * DAY_MS);
  upstream.priceMinor = priceMinor;
  upstream.timestamp = new Date(engine.clock.now()).toISOString();
  const { price } = await get(scenario, offersPath);
  return findUnless(price === priceMinor / 100, `price ${price} instead of the correct ${priceMinor}`);
}

async function runFaults({ random, count, folder }: Round): Promise<void> {
  const upstream = await startBadUpstream();
  const engine = await startTestEngine({ dataFolder: folder, upstreamTimeoutMs });
  const expected = new ExpectedState(engine.db);
  const scenario: Scenario = { engine, upstream, expected };
  try {
    await engine.import([plainProduct("local", "Local lamp", 1)]);
    const key = `ss_live_${"k".repeat(32)}`;
    await callOk(engine, "upstreams.add", { base_url: upstream.baseUrl, key, name: "Up" });
    let priceMinor = 5_000;
    expectNoFindings("Before any fault", await checkWithoutFault(scenario, priceMinor));
    for (const fault of random.sample(Object.keys(upstreamFaults), faultsPerRound)) {
      engine.clock.advance(2 * DAY_MS);
      upstream.fault = fault;
      expectNoFindings(`During "${fault}"`, await checkDuringFault(scenario, priceMinor));
      priceMinor = random.integer(4_000, 6_000);
      expectNoFindings(`After "${fault}"`, await checkWithoutFault(scenario, priceMinor));
      count("wrong responses, with four requests each");
    }
    expect(await callOk(engine, "upstreams.list", {})).toMatchObject({ upstreams: [{ state: "ready" }] });
    expect(upstream.strayRequests).toEqual([]);
    expectNoFindings("In the end", [...checkConsistency(engine.db), ...expected.checkLedger(engine.db)]);
    count("responses matched with the ledger", expected.answered.requests);
  } finally {
    await engine.stop();
    upstream.close();
  }
}

testFault("wrong responses of an upstream change no local data, and correct ones are accepted again", {
  name: "upstream",
  scenario: `an upstream with ${Object.keys(upstreamFaults).length} kinds of wrong responses`,
  rounds: { short: 4, long: 60 },
  runRound: runFaults,
});
