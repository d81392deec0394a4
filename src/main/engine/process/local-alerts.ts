import type { ListenerState } from "../../../shared/app/alerts.js";
import { localWebhook } from "../db/webhooks/webhook.js";
import type { RequestContext } from "../operations/request/context.js";
import { openLocalSecret, registerLocalWebhook } from "../operations/webhooks/local-webhook.js";

/** The app's own webhook and its listener, which announce alerts. Without them, the engine announces alerts itself. */
export interface LocalAlerts {
  state(): ListenerState;
  /** PEM of the certificate that the delivery agent pins; `null` while no listener runs. */
  certificate(): string | null;
  close(): Promise<void>;
}

/** For an engine without a window. */
export const disabledAlerts: LocalAlerts = {
  state: () => ({ webhook_id: null, url: null }),
  certificate: () => null,
  close: () => Promise.resolve(),
};

/** Starts the listener and registers its webhook. Never rejects. */
export async function startLocalAlerts(
  context: RequestContext,
  options: {
    readonly accountId: number;
    readonly firstPort: number;
    /** Called when the listener has received the event of a recorded alert. */
    readonly onAnnounced: (entryId: number) => void;
    /** Called when it has accepted an event of another engine. */
    readonly onAccepted: () => void;
  },
): Promise<LocalAlerts> {
  const { accountId, firstPort, onAnnounced, onAccepted } = options;
  try {
    // Imported on demand: an engine without a window does not need it.
    const { startLocalListener } = await import("../webhooks/listener/local-listener.js");
    const listener = await startLocalListener({
      ...context,
      secrets: context.effects.secrets,
      firstPort,
      readSecret: () => openLocalSecret(context, accountId),
      onAnnounced,
      onAccepted,
    });
    registerLocalWebhook(context, accountId, listener.url);
    return {
      state: () => ({ webhook_id: localWebhook(context.db, accountId)?.id ?? null, url: listener.url }),
      certificate: () => listener.certPem,
      close: () => listener.close(),
    };
  } catch (error) {
    context.log.error(
      "The local webhook listener could not start; the engine announces alerts itself.",
      error,
    );
    return disabledAlerts;
  }
}
