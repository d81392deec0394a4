import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { getRow } from "../../src/main/engine/db/store.js";
import { createAgent, sendRequest } from "../support/network.js";
import { createValidator, type OpenApiDocument } from "../support/openapi.js";
import { until } from "../support/until.js";
import { httpCases, toRequest } from "./inputs/http-cases.js";
import { checkResponse } from "./oracles/response.js";
import { Callers } from "./support/callers.js";
import { checkCases } from "./support/check-cases.js";
import { startFuzzedEngine } from "./support/engine.js";

const parallel = 4;

it("every response of the API conforms to its document, and the ledger agrees with the responses", async () => {
  const engine = await startFuzzedEngine();
  const { port } = engine;
  const agent = createAgent(parallel);
  onTestFinished(() => agent.destroy());
  const callers = new Callers(engine.db);
  const served = await sendRequest({ port, path: "/v1/openapi.json" });
  const document = served.body as unknown as OpenApiDocument;
  const validate = createValidator(document);
  const keyOf = callers.keyOf.bind(callers);
  let newestId = "none";
  const property = fc.asyncProperty(httpCases(document), async (value) => {
    const { caller, request } = toRequest(value, { port, keyOf, newestId });
    const response = await sendRequest({ ...request, agent });
    const credits = Number(response.headers.get("x-credits-used") ?? 0);
    if (caller !== null && response.headers.has("x-ratelimit-limit"))
      callers.count(caller, { status: response.status, credits });
    newestId = response.body.webhook?.id ?? response.body.batch?.id ?? newestId;
    checkResponse(document, validate, request, response);
  });
  await checkCases(property, { cases: 2_000, parallel });
  const unfinished = "SELECT 1 FROM batch_job WHERE finished_at IS NULL LIMIT 1";
  await until(() => getRow(engine.db, unfinished) === undefined);
  expect([...callers.findLedgerErrors(), ...engine.findErrors()]).toEqual([]);
});
