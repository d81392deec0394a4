import { hasEnabledService } from "../db/service.js";
import { enabledLinkOfOffer } from "../db/service-link.js";
import { newEngineId } from "../domain/random-text.js";
import type { RequestContext } from "../operations/request/context.js";
import type { UpcomingRequest } from "../operations/request/effects.js";
import type { ServiceContext } from "../operations/services/ask-service.js";
import type { ManageContext, ServiceManagement } from "../operations/services/manage.js";
import type { ServiceClient } from "../sources/service/service-client.js";
import type { Source } from "../sources/source.js";

/** Loads the client on the first request, because listing upstreams does not need it. */
function createLazyClient({ version, timeoutMs }: ServicesOptions): ServiceClient {
  let client: Promise<ServiceClient> | undefined;
  return async (connection, request) => {
    client ??= import("../sources/service/client.js").then(({ createServiceClient }) =>
      createServiceClient({
        userAgent: `Tidemark/${version}`,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }),
    );
    return (await client)(connection, request);
  };
}

/** Loads the code for upstreams on first use, because start-up does not need it. */
function createLazyModules(upstreamContext: ServiceContext) {
  const load = async () => {
    const services = await import("../operations/services/index.js");
    const { listServices, addService, changeService, removeService, testService } = services;
    services.sealOldServiceKeys(upstreamContext);
    return {
      desk: new services.ReadThrough(upstreamContext),
      checks: new services.ServiceChecks(upstreamContext),
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
  readonly fetchMissing: (request: UpcomingRequest) => Promise<void> | null;
  readonly source: Source;
  readonly management: ServiceManagement;
  /** Aborts the requests in flight, so that shutdown does not wait for them. */
  readonly stop: () => void;
}

export interface ServicesOptions {
  readonly version: string;
  readonly timeoutMs?: number | undefined;
  readonly baseUrl: () => string;
  readonly onNews: (kind: "services" | "prices" | "schedules") => void;
}

/** Sets up the upstreams, which are other servers with this contract: read-through, offer checks, management. */
export function startServices(context: RequestContext, options: ServicesOptions): Services {
  const { baseUrl, onNews } = options;
  const stopping = new AbortController();
  const upstreamContext: ServiceContext = {
    ...context,
    stopSignal: stopping.signal,
    client: createLazyClient(options),
    engineId: newEngineId(context.randomBytes),
    onChange: (kind) => {
      onNews(kind);
      // New offers can make a product checkable, which the schedules show.
      if (kind === "prices") onNews("schedules");
    },
  };
  const load = createLazyModules(upstreamContext);
  const { db, log } = context;
  /**
   * Whether any upstream is enabled; `null` if not yet read. Cached, because every request asks, and the watch list
   * asks for each offer: even a query for one row would take a good part of a look-up's time. Only this process
   * changes upstreams.
   */
  let hasEnabledUpstream: boolean | null = null;
  const hasUpstream = () => {
    hasEnabledUpstream ??= hasEnabledService(db);
    return hasEnabledUpstream;
  };
  const onChanged = () => {
    hasEnabledUpstream = null;
    void load().then(({ desk }) => desk.forgetRecentQueries());
  };
  const manage: ManageContext = { ...upstreamContext, baseUrl, onChanged };
  return {
    fetchMissing: (request) => {
      try {
        if (!hasUpstream()) return null;
      } catch (error) {
        // The request itself meets the same error next, and responds with it.
        log.error("The list of upstreams could not be read.", error);
        return null;
      }
      return load()
        .then(({ desk }) => desk.fetchMissing(request))
        .catch((error: unknown) => log.error("Reading from an upstream failed.", error));
    },
    source: {
      name: "service",
      canCheck: ({ publicId }) => hasUpstream() && enabledLinkOfOffer(db, publicId) !== undefined,
      check: async (offer, signal) => (await load()).checks.check(offer, signal),
    },
    management: {
      list: async () => (await load()).listServices(manage),
      add: async (request) => (await load()).addService(manage, request),
      change: async (request) => (await load()).changeService(manage, request),
      remove: async (request) => (await load()).removeService(manage, request),
      test: async (request) => (await load()).testService(manage, request),
    },
    stop: () => stopping.abort(),
  };
}
