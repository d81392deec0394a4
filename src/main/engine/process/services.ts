import { newEngineId } from "../domain/random-text.js";
import type { RequestContext } from "../operations/context.js";
import type { AheadRequest } from "../operations/effects.js";
import type { ServiceContext } from "../operations/services/ask-service.js";
import { ServiceChecks } from "../operations/services/check-offers.js";
import { type ManageContext, sealOldServiceKeys } from "../operations/services/manage.js";
import { ServiceDesk } from "../operations/services/service-desk.js";
import type { ServiceClient } from "../sources/service/service-client.js";
import { serviceSource } from "../sources/service/source.js";
import type { Source } from "../sources/source.js";

/** The client with the first question: the engine's start does without. */
function lateClient(version: string): ServiceClient {
  let client: Promise<ServiceClient> | undefined;
  return async (connection, question) => {
    client ??= import("../sources/service/client.js").then(({ createServiceClient }) =>
      createServiceClient({ userAgent: `Tidemark/${version}` }),
    );
    return (await client)(connection, question);
  };
}

export interface Services {
  readonly readAhead: (request: AheadRequest) => Promise<void> | null;
  readonly source: Source;
  readonly management: ManageContext;
  /** Gives up what is under way, so that nobody waits for it. */
  readonly stop: () => void;
}

/** Other servers with this contract: what this engine fetches from them, checks through them, and how they are kept. */
export function startServices(
  context: RequestContext,
  {
    version,
    baseUrl,
    onNews,
  }: {
    readonly version: string;
    readonly baseUrl: () => string;
    readonly onNews: (what: "services" | "prices" | "schedules") => void;
  },
): Services {
  const ending = new AbortController();
  const own: ServiceContext = {
    ...context,
    ending: ending.signal,
    client: lateClient(version),
    engineId: newEngineId(context.randomBytes),
    onNews: (what) => {
      onNews(what);
      // New offers can be checked, and where a product can be checked is shown with its schedule.
      if (what === "prices") onNews("schedules");
    },
  };
  const desk = new ServiceDesk(own);
  sealOldServiceKeys(context);
  return {
    readAhead: (request) => desk.readAhead(request),
    source: serviceSource(new ServiceChecks(own)),
    stop: () => ending.abort(),
    management: { ...own, baseUrl, onChanged: () => desk.forget() },
  };
}
