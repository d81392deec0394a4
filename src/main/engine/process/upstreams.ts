import { hasEnabledUpstream } from "../db/upstreams/upstream.js";
import { enabledLinkOfOffer } from "../db/upstreams/upstream-link.js";
import type { RequestContext } from "../operations/request/context.js";
import type { UpcomingRequest } from "../operations/request/effects.js";
import type { ManageContext, UpstreamManagement } from "../operations/upstreams/manage.js";
import type { Source } from "../sources/source.js";

/** Loads the code for upstreams on first use, because start-up does not need it. */
function createLazyModules(
  { version, timeoutMs }: UpstreamsOptions,
  withoutClient: Omit<ManageContext, "client">,
) {
  const load = async () => {
    const [{ createUpstreamClient }, { createManagement }, { ReadThrough }, { UpstreamChecks }] =
      await Promise.all([
        import("../sources/upstream/client.js"),
        import("../operations/upstreams/manage.js"),
        import("../operations/upstreams/read-through.js"),
        import("../operations/upstreams/check-offers.js"),
      ]);
    const client = createUpstreamClient({
      userAgent: `Tidemark/${version}`,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
    const context = { ...withoutClient, client };
    return {
      management: createManagement(context),
      readThrough: new ReadThrough(context),
      checks: new UpstreamChecks(context),
    };
  };
  let modules: ReturnType<typeof load> | undefined;
  return () => {
    modules ??= load();
    return modules;
  };
}

export interface Upstreams {
  readonly fetchMissing: (request: UpcomingRequest) => Promise<void> | null;
  readonly source: Source;
  readonly management: () => Promise<UpstreamManagement>;
  /** Reads the list again when it is next needed: another process may have changed it. */
  readonly reread: () => void;
  /** Aborts the requests in flight, so that shutdown does not wait for them. */
  readonly stop: () => void;
}

export interface UpstreamsOptions {
  readonly version: string;
  readonly timeoutMs?: number | undefined;
  readonly baseUrl: () => string;
  readonly onChange: (kind: "upstreams" | "prices" | "schedules") => void;
}

/** Creates the access to upstreams, which are other servers with this contract: read-through, checks, management. */
export function createUpstreams(context: RequestContext, options: UpstreamsOptions): Upstreams {
  const { baseUrl, onChange } = options;
  const stopping = new AbortController();
  const { db, log } = context;
  /**
   * Whether any upstream is enabled; `null` if not yet read. Cached, because every request needs it, and the watch
   * list needs it for each offer: even a query for one row would noticeably slow down a look-up.
   */
  let isAnyEnabled: boolean | null = null;
  const hasUpstream = () => {
    isAnyEnabled ??= hasEnabledUpstream(db);
    return isAnyEnabled;
  };
  const onListChanged = () => {
    isAnyEnabled = null;
    void load().then(({ readThrough }) => readThrough.forgetRecentQueries());
  };
  const load = createLazyModules(options, {
    ...context,
    stopSignal: stopping.signal,
    baseUrl,
    onListChanged,
    onChange: (kind) => {
      onChange(kind);
      // New offers can make a product checkable, which the schedules show.
      if (kind === "prices") onChange("schedules");
    },
  });
  return {
    fetchMissing: (request) => {
      try {
        if (!hasUpstream() || request.isForwarded()) return null;
      } catch (error) {
        // The request itself will fail with the same error and report it.
        log.error("The list of upstreams could not be read.", error);
        return null;
      }
      return load()
        .then(({ readThrough }) => readThrough.fetchMissing(request))
        .catch((error: unknown) => log.error("Reading from an upstream failed.", error));
    },
    source: {
      canCheck: ({ publicId }) => hasUpstream() && enabledLinkOfOffer(db, publicId) !== undefined,
      check: async (offer, signal) => (await load()).checks.check(offer, signal),
    },
    management: async () => (await load()).management,
    reread: () => {
      isAnyEnabled = null;
    },
    stop: () => stopping.abort(),
  };
}
