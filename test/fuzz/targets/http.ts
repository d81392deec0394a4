import type { OpenApiDocument } from "../../support/openapi.js";
import { createValidator } from "../../support/openapi.js";
import { judgeAnswer } from "../judges/answer.js";
import { defineTarget } from "../machinery/define-target.js";
import type { Subject } from "../machinery/target.js";
import { batchesDone, Callers } from "../support/callers.js";
import { FuzzedEngine } from "../support/engine.js";
import { HttpClient } from "../support/http-client.js";
import { type HttpCase, httpCases, toRequest } from "./http-cases.js";

const connections = 12;

async function open(): Promise<Subject<HttpCase>> {
  const engine = await FuzzedEngine.start();
  const client = new HttpClient(engine.port, connections);
  const callers = new Callers(engine.db);
  const served = await client.send({ path: "/v1/openapi.json", method: "GET", headers: {}, body: null });
  const document = served.body as unknown as OpenApiDocument;
  const validate = createValidator(document);
  const keyOf = callers.keyOf.bind(callers);
  let newestId = "none";
  return {
    cases: httpCases(document),
    judge: async (value) => {
      engine.assertAlive();
      const request = toRequest(value, { port: engine.port, keyOf, newestId });
      const answer = await client.send(request.sent);
      const creditsUsed = Number(answer.headers.get("x-credits-used") ?? 0);
      if (request.caller !== null && answer.headers.has("x-ratelimit-limit"))
        callers.count(request.caller, { status: answer.status, creditsUsed });
      newestId = answer.body.webhook?.id ?? answer.body.batch?.id ?? newestId;
      judgeAnswer(document, validate, request.sent, answer);
    },
    finish: async () => {
      await batchesDone(engine.db);
      return [...callers.complaints(), ...engine.complaints()];
    },
    close: () => {
      client.close();
      return engine.close();
    },
  };
}

export const http = defineTarget({
  name: "http",
  what: "the API's paths, methods, parameters, headers, keys and bodies, from its own document",
  share: 440_000,
  lanes: connections,
  open,
});
