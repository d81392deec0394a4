import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseRates } from "../../../src/main/engine/operations/prices/exchange-rates.js";
import { DAY_MS, HOUR_MS } from "../../../src/shared/time.js";
import { startTestEngine, type TestEngine } from "../../support/engine.js";
import { serve } from "../../support/serve.js";

function ratesXml(day: string, usd: number): string {
  return `<?xml version="1.0" encoding="UTF-8"?><gesmes:Envelope><Cube><Cube time='${day}'>
    <Cube currency='USD' rate='${usd}'/><Cube currency='JPY' rate='171.3'/></Cube></Cube></gesmes:Envelope>`;
}

/** A bank whose answer a test can change, and an engine that asks it. */
async function startBank(isAllowed = true) {
  const bank = { body: ratesXml("2026-03-02", 1.05), status: 200, visits: 0 };
  const server = createServer((_request, response) => {
    bank.visits += 1;
    response.writeHead(bank.status).end(bank.body);
  });
  const host = `127.0.0.1:${await serve(server)}`;
  const engine = await startTestEngine({ ratesUrl: `http://${host}/rates.xml` });
  if (isAllowed) await engine.call("pages.allow", { host, is_allowed: true });
  return { bank, engine };
}

async function readRates(engine: TestEngine) {
  return (await engine.data("rates.read", {})).rates;
}

const ratesFile = (engine: TestEngine) => join(engine.folder, "exchange-rates.json");

describe("exchange rates", () => {
  it("rates are fetched when they are first asked for, and once a day after that", async () => {
    const { bank, engine } = await startBank();
    expect(bank.visits).toBe(0);
    const [first, second] = await Promise.all([readRates(engine), readRates(engine)]);
    expect(first).toMatchObject({ date: "2026-03-02", per_euro: { USD: 1.05, JPY: 171.3 } });
    expect(second).toEqual(first);
    engine.clock.advance(DAY_MS - 1);
    expect(await readRates(engine)).toEqual(first);
    expect(bank.visits).toBe(1);
    bank.body = ratesXml("2026-03-03", 1.1);
    engine.clock.advance(1);
    expect(await readRates(engine)).toMatchObject({ date: "2026-03-03", per_euro: { USD: 1.1 } });
    expect(bank.visits).toBe(2);
  });

  it.each([
    ["an error", 503, ratesXml("2026-03-03", 1.1)],
    ["a page", 200, "<html>maintenance</html>"],
    ["rates of nothing", 200, "<Cube time='2026-03-03'></Cube>"],
    ["too much", 200, `${ratesXml("2026-03-03", 1.1)}${" ".repeat(70_000)}`],
  ])(
    "the last rates are used where the bank answers with %s, which is asked again after an hour",
    async (_, status, body) => {
      const { bank, engine } = await startBank();
      await readRates(engine);
      engine.clock.advance(DAY_MS);
      Object.assign(bank, { status, body });
      expect(await readRates(engine)).toMatchObject({ date: "2026-03-02" });
      expect(await readRates(engine)).toMatchObject({ date: "2026-03-02" });
      expect(bank.visits).toBe(2);
      Object.assign(bank, { status: 200, body: ratesXml("2026-03-03", 1.1) });
      engine.clock.advance(HOUR_MS);
      expect(await readRates(engine)).toMatchObject({ date: "2026-03-03" });
    },
  );

  it("rates are asked for again after the clock was set back", async () => {
    const { bank, engine } = await startBank();
    bank.status = 503;
    expect(await readRates(engine)).toBeNull();
    bank.status = 200;
    engine.clock.advance(-DAY_MS);
    expect(await readRates(engine)).toMatchObject({ per_euro: { USD: 1.05 } });
  });

  it("a damaged file of rates is written anew", async () => {
    const { engine } = await startBank();
    writeFileSync(ratesFile(engine), '{"date":"2026-03-02","per_euro":{"USD":-1}}');
    expect(await readRates(engine)).toMatchObject({ per_euro: { USD: 1.05 } });
    expect(JSON.parse(readFileSync(ratesFile(engine), "utf8"))).toMatchObject({ per_euro: { USD: 1.05 } });
  });

  it("rates are not asked for inside a private network", async () => {
    const { bank, engine } = await startBank(false);
    expect(await readRates(engine)).toBeNull();
    expect(bank.visits).toBe(0);
  });

  it("a rate of zero is no rate", () => {
    expect(parseRates("<Cube time='2026-03-02'><Cube currency='USD' rate='0'/></Cube>", 0)).toBeNull();
  });
});
