import type { InboxEntry, ListenerState } from "../../../shared/app/alerts.js";
import { StorageError } from "../db/storage-error.js";
import { localWebhook } from "../db/webhooks/webhook.js";
import type { RequestContext } from "../operations/request/context.js";
import {
  localWebhookState,
  openLocalSecret,
  registerLocalWebhook,
} from "../operations/webhooks/local-webhook.js";

/** The app's own webhook and its listener, through which alerts reach the inbox. */
export interface LocalAlerts {
  state(): ListenerState;
  /** PEM of the certificate that the delivery agent pins; `null` while no listener runs. */
  certificate(): string | null;
  close(): Promise<void>;
}

const offState: ListenerState = {
  webhook_id: null,
  url: null,
  problem:
    "Alerts reach the inbox only while the app runs, or on a server that has a channel. Start the app, or add a channel.",
};

/** For an engine without a window. */
export const disabledAlerts: LocalAlerts = {
  state: () => offState,
  certificate: () => null,
  close: () => Promise.resolve(),
};

/** Starts the listener and registers its webhook. Never rejects: look-ups must work even without a listener. */
export async function startLocalAlerts(
  context: RequestContext,
  options: {
    readonly accountId: number;
    readonly firstPort: number;
    readonly onInboxEntry: (entry: InboxEntry) => void;
  },
): Promise<LocalAlerts> {
  const { accountId, firstPort, onInboxEntry } = options;
  try {
    // Imported on demand: an engine without a window does not need it.
    const { startLocalListener } = await import("../webhooks/listener/local-listener.js");
    const listener = await startLocalListener({
      db: context.db,
      clock: context.clock,
      log: context.log,
      randomBytes: context.randomBytes,
      secrets: context.effects.secrets,
      firstPort,
      readSecret: () => openLocalSecret(context, accountId),
      onInboxEntry,
    });
    registerLocalWebhook(context, accountId, listener.url);
    return {
      state: () => ({
        ...localWebhookState(context.db, accountId, listener.url),
        url: listener.url,
      }),
      certificate: () => listener.certPem,
      close: () => listener.close(),
    };
  } catch (error) {
    context.log.error("The local webhook listener could not start.", error);
    const detail =
      error instanceof StorageError ? `${error.message} ${error.action}` : "See the engine's log.";
    return {
      ...disabledAlerts,
      state: () => ({
        ...offState,
        webhook_id: localWebhook(context.db, accountId)?.id ?? null,
        problem: `Alerts cannot reach the inbox: the listener did not start. ${detail}`,
      }),
    };
  }
}

/** The alerts of an engine, which may start later: one without a window needs them only for channels. */
export interface LazyAlerts {
  readonly current: () => LocalAlerts;
  /** Starts them unless they have been started. */
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export function createLazyAlerts(startAlerts: () => Promise<LocalAlerts>): LazyAlerts {
  let alerts = disabledAlerts;
  let starting: Promise<void> | null = null;
  return {
    current: () => alerts,
    start: () => {
      if (starting !== null) return starting;
      alerts = { ...disabledAlerts, state: () => ({ ...offState, problem: null }) };
      starting = startAlerts().then((started) => {
        alerts = started;
      });
      return starting;
    },
    close: async () => {
      await starting;
      await alerts.close();
    },
  };
}
