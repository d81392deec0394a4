import fc from "fast-check";
import { createAgent, sendRequest } from "../../support/network.js";
import { createValidator, type OpenApiDocument } from "../../support/openapi.js";
import { checkResponse } from "../oracles/response.js";
import type { OpenTarget, Target } from "../runner/target.js";
import { Callers, waitForBatches } from "../support/callers.js";
import { FuzzedEngine } from "../support/engine.js";
import { httpCases, toRequest } from "./http-cases.js";

const concurrency = 12;

async function open(): Promise<OpenTarget> {
  const engine = await FuzzedEngine.start();
  const { port } = engine;
  const agent = createAgent(concurrency);
  const callers = new Callers(engine.db);
  const served = await sendRequest({ port, path: "/v1/openapi.json" });
  const document = served.body as unknown as OpenApiDocument;
  const validate = createValidator(document);
  const keyOf = callers.keyOf.bind(callers);
  let newestId = "none";
  return {
    property: fc.asyncProperty(httpCases(document), async (value) => {
      engine.assertAlive();
      const { caller, request } = toRequest(value, { port, keyOf, newestId });
      const response = await sendRequest({ ...request, agent });
      const credits = Number(response.headers.get("x-credits-used") ?? 0);
      if (caller !== null && response.headers.has("x-ratelimit-limit"))
        callers.count(caller, { status: response.status, credits });
      newestId = response.body.webhook?.id ?? response.body.batch?.id ?? newestId;
      checkResponse(document, validate, request, response);
    }),
    finish: async () => {
      await waitForBatches(engine.db);
      return [...callers.findLedgerErrors(), ...engine.findErrors()];
    },
    close: () => {
      agent.destroy();
      return engine.close();
    },
  };
}

export const http: Target = {
  name: "http",
  input: "the API's paths, methods, parameters, headers, keys and bodies, from its OpenAPI document",
  casesPerMillion: 440_000,
  concurrency,
  open,
};
