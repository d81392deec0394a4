import { expect, it } from "vitest";
import { DAY_MS } from "../../src/shared/time.js";
import { plainProduct } from "../support/catalogue.js";
import { startTestEngine, type TestEngine } from "../support/engine.js";
import { checkConsistency } from "./checks/consistency.js";
import { expectNone, type Finding } from "./checks/finding.js";
import { checkLedger, usedOf } from "./checks/ledger.js";
import { type BadService, lies, openBadService, upstream, wrongFigures } from "./support/bad-service.js";
import { type Round, roundsTimeoutMs, runRounds } from "./support/rounds.js";
import { Toll } from "./support/toll.js";

const liesAtATime = 6;
/** Long for an answer on loopback, on a busy computer, too; and short for a test. */
const upstreamTimeoutMs = 5_000;

interface Asked {
  readonly engine: TestEngine;
  readonly toll: Toll;
}

interface Seen {
  readonly status: number;
  readonly price: number | undefined;
}

/** Asks as a script does; the answer keeps the contract's form whatever the service does. */
async function see({ engine, toll }: Asked, path: string): Promise<Seen> {
  const settle = toll.send(200);
  const { status, body } = await engine.get(path);
  settle(body.meta.credits_used);
  return { status, price: body.data?.[0]?.offers?.[0]?.price };
}

const offersPath = `/products/offers?ids=${upstream.barcode}`;

/** Everything that is here is still answered, with the price that was last true. */
async function checkWhileLying(asked: Asked, lie: string, knownMinor: number): Promise<Finding[]> {
  const known = await see(asked, offersPath);
  const local = await see(asked, "/products/offers?ids=product/local/x");
  const unknown = await see(asked, "/products?ids=product/nowhere/x");
  const searched = await see(asked, "/products/search?q=lamp&limit=5");
  return [
    ...(known.status === 200 && known.price === knownMinor / 100
      ? []
      : [`${lie}: ${JSON.stringify(known)} instead of ${knownMinor}`]),
    ...(local.status === 200 && local.price === 20 ? [] : [`${lie}: what is here costs ${local.price}`]),
    // The one product that it tells may be an answer to anything.
    ...([200, 404].includes(unknown.status) ? [] : [`${lie}: an unknown product is ${unknown.status}`]),
    ...(searched.status === 200 ? [] : [`${lie}: a search is ${searched.status}`]),
  ];
}

async function tellTruth(asked: Asked, service: BadService, priceMinor: number): Promise<Finding[]> {
  service.lie = null;
  // Without credits it is not asked before its period has ended.
  asked.engine.clock.advance(31 * DAY_MS);
  service.priceMinor = priceMinor;
  service.timestamp = new Date(asked.engine.clock.now()).toISOString();
  const { price } = await see(asked, offersPath);
  return price === priceMinor / 100 ? [] : [`The truth ${priceMinor} was not believed after all: ${price}`];
}

async function beLiedTo({ chance, tally, folder }: Round): Promise<void> {
  const service = await openBadService(chance);
  const engine = await startTestEngine({ dataFolder: folder, upstreamTimeoutMs });
  const asked = { engine, toll: new Toll() };
  const before = usedOf(engine.db);
  try {
    await engine.import([plainProduct("local", "Local lamp", 1)]);
    const added = await engine.call("upstreams.add", {
      base_url: service.baseUrl,
      key: `ss_live_${"k".repeat(32)}`,
      name: "Up",
    });
    if (!added.ok) throw new Error(added.error.message);
    let priceMinor = 5_000;
    expectNone("At first", await tellTruth(asked, service, priceMinor));
    const told = [...Object.keys(lies), ...Object.keys(wrongFigures)]
      .sort(() => chance.next() - 0.5)
      .slice(0, liesAtATime);
    for (const lie of told) {
      engine.clock.advance(2 * DAY_MS);
      service.lie = lie;
      expectNone(`Told ${lie}`, await checkWhileLying(asked, lie, priceMinor));
      priceMinor = chance.whole(4_000, 6_000);
      expectNone(`After ${lie}`, await tellTruth(asked, service, priceMinor));
      tally.add("lies told, each with four look-ups");
    }
    const listed = await engine.call("upstreams.list", {});
    expect(listed).toMatchObject({ ok: true, data: { upstreams: [{ state: "ready" }] } });
    expect(service.strays).toEqual([]);
    expectNone("In the end", [
      ...checkConsistency(engine.db),
      ...checkLedger(engine.db, before, asked.toll.bill),
    ]);
    tally.add("answers held against the ledger", asked.toll.bill.answered.requests);
  } finally {
    await engine.stop();
    service.close();
  }
}

it("a service that lies changes nothing that is here, and is believed again once it tells the truth", {
  timeout: roundsTimeoutMs,
}, async () => {
  const fault = {
    name: "service",
    what: `a connected service with ${Object.keys(lies).length + Object.keys(wrongFigures).length} kinds of wrong answers`,
    rounds: { short: 4, long: 60 },
  };
  await runRounds(fault, beLiedTo);
});
