import { hasEnabledService } from "../db/service.js";
import { enabledLinkOfOffer } from "../db/service-link.js";
import { newEngineId } from "../domain/random-text.js";
import type { RequestContext } from "../operations/context.js";
import type { AheadRequest } from "../operations/effects.js";
import type { ServiceContext } from "../operations/services/ask-service.js";
import type { ManageContext } from "../operations/services/manage.js";
import type { ServiceManagement } from "../operations/services/management.js";
import type { ServiceClient } from "../sources/service/service-client.js";
import type { Source } from "../sources/source.js";

/** The client with the first question: whoever only lists services does without. */
function lateClient({ version, timeoutMs }: ServicesOptions): ServiceClient {
  let client: Promise<ServiceClient> | undefined;
  return async (connection, question) => {
    client ??= import("../sources/service/client.js").then(({ createServiceClient }) =>
      createServiceClient({
        userAgent: `Tidemark/${version}`,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
    );
    return (await client)(connection, question);
  };
}

/** What services need, loaded with the first use of one: the engine's start does without. */
function lateParts(own: ServiceContext) {
  const load = async () => {
    const services = await import("../operations/services/index.js");
    const { listServices, addService, changeService, removeService, testService } = services;
    services.sealOldServiceKeys(own);
    return {
      desk: new services.ServiceDesk(own),
      checks: new services.ServiceChecks(own),
      listServices,
      addService,
      changeService,
      removeService,
      testService,
    };
  };
  let parts: ReturnType<typeof load> | undefined;
  return () => {
    parts ??= load();
    return parts;
  };
}

export interface Services {
  readonly readAhead: (request: AheadRequest) => Promise<void> | null;
  readonly source: Source;
  readonly management: ServiceManagement;
  /** Gives up what is under way, so that nobody waits for it. */
  readonly stop: () => void;
}

export interface ServicesOptions {
  readonly version: string;
  readonly timeoutMs?: number | undefined;
  readonly baseUrl: () => string;
  readonly onNews: (what: "services" | "prices" | "schedules") => void;
}

/** Other servers with this contract: what this engine fetches from them, checks through them, and how they are kept. */
export function startServices(context: RequestContext, options: ServicesOptions): Services {
  const { baseUrl, onNews } = options;
  const ending = new AbortController();
  const own: ServiceContext = {
    ...context,
    ending: ending.signal,
    client: lateClient(options),
    engineId: newEngineId(context.randomBytes),
    onNews: (what) => {
      onNews(what);
      // New offers can be checked, and where a product can be checked is shown with its schedule.
      if (what === "prices") onNews("schedules");
    },
  };
  const load = lateParts(own);
  const { db, log } = context;
  /**
   * Whether a service is connected; `null` where that has to be looked up. Every request asks, and the watch list
   * for each offer, and even one row costs a look-up a good part of its time. Services are changed in this process alone.
   */
  let isConnected: boolean | null = null;
  const hasAny = () => {
    isConnected ??= hasEnabledService(db);
    return isConnected;
  };
  const onChanged = () => {
    isConnected = null;
    void load().then(({ desk }) => desk.forget());
  };
  const manage: ManageContext = { ...own, baseUrl, onChanged };
  return {
    readAhead: (request) => {
      try {
        if (!hasAny()) return null;
      } catch (error) {
        // The request itself meets it next, and answers with what it means.
        log.error("It could not be read whether a service is connected.", error);
        return null;
      }
      return load()
        .then(({ desk }) => desk.readAhead(request))
        .catch((error: unknown) => log.error("A service's answer could not be had.", error));
    },
    source: {
      name: "service",
      canCheck: ({ publicId }) => hasAny() && enabledLinkOfOffer(db, publicId) !== undefined,
      check: async (offer, signal) => (await load()).checks.check(offer, signal),
    },
    management: {
      list: async () => (await load()).listServices(manage),
      add: async (request) => (await load()).addService(manage, request),
      change: async (request) => (await load()).changeService(manage, request),
      remove: async (request) => (await load()).removeService(manage, request),
      test: async (request) => (await load()).testService(manage, request),
    },
    stop: () => ending.abort(),
  };
}
