import type { InboxEntry } from "../../../../shared/app/alerts.js";
import { DAY_MS } from "../../../../shared/time.js";
import { type Clock, systemClock } from "../../domain/clock.js";
import { acceptEvent, processReceived } from "../../operations/alerts/receive-event.js";
import type { OperationContext } from "../../operations/request/context.js";
import type { SecretBox } from "../../operations/request/secret-box.js";
import { type Certificate, ensureCertificate } from "./certificate.js";
import { type CountedLog, createCountedLog } from "./counted-log.js";
import { createDeferredTask, type DeferredTask } from "./deferred-task.js";
import { startWebhookServer, type WebhookServer } from "./server.js";
import { webhookPath } from "./verify-delivery.js";

export interface LocalListenerOptions extends OperationContext {
  readonly secrets: SecretBox;
  /** If it is in use, the next free port is taken; 0 takes any free port. */
  readonly firstPort: number;
  /** The signing secret of the webhook that feeds the inbox. While it is `null`, events get 503. */
  readonly readSecret: () => string | null;
  /** Called for each new inbox entry. Events left over from the previous run come before the listener starts. */
  readonly onInboxEntry: (entry: InboxEntry) => void;
  /** Certificates expire by the machine's time, not by the engine's clock. */
  readonly machineClock?: Clock;
  /** Max time that a sender may take for a request. */
  readonly timeoutMs?: number;
}

export interface LocalListener {
  readonly url: string;
  readonly port: number;
  /** The certificate that senders must trust. Renewal replaces it, so read it for each delivery. */
  readonly certPem: string;
  /** Replaces the certificate if it expires soon. Runs automatically once a day. */
  renewCertificate(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the app's own receiver of events (contract §6): HTTPS on loopback, into the inbox. */
export async function startLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const log = createCountedLog(options.log, options.clock);
  const inboxTask = createDeferredTask(() => {
    for (const entry of processReceived(options)) options.onInboxEntry(entry);
  }, log.failed);
  // Runs before anything can fail: events left over from the previous run were acknowledged and must be processed.
  inboxTask.runNow();
  try {
    const certificate = await currentCertificate(options);
    const server = await startServer(options, certificate, inboxTask, log);
    return createListener(options, server, certificate, () => {
      // Unprocessed events are processed at the next start.
      inboxTask.stop();
      log.flush();
    });
  } catch (error) {
    inboxTask.stop();
    throw error;
  }
}

function createListener(
  options: LocalListenerOptions,
  server: WebhookServer,
  initialCertificate: Certificate,
  onClosed: () => void,
): LocalListener {
  let certificate = initialCertificate;
  const renewCertificate = async () => {
    const current = await currentCertificate(options);
    if (current.certPem !== certificate.certPem) server.setCertificate(current);
    certificate = current;
  };
  const stopRenewing = repeatDaily(() =>
    renewCertificate().catch((error: unknown) =>
      options.log.error("The webhook listener's certificate could not be renewed.", error),
    ),
  );
  return {
    url: `https://127.0.0.1:${server.port}${webhookPath}`,
    port: server.port,
    get certPem() {
      return certificate.certPem;
    },
    renewCertificate,
    close: async () => {
      stopRenewing();
      await server.close();
      onClosed();
    },
  };
}

function repeatDaily(task: () => unknown): () => void {
  const timer = setInterval(task, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function currentCertificate({ db, secrets, machineClock = systemClock }: LocalListenerOptions) {
  return ensureCertificate(db, secrets, machineClock.now());
}

function startServer(
  options: LocalListenerOptions,
  certificate: Certificate,
  inboxTask: DeferredTask,
  log: CountedLog,
): Promise<WebhookServer> {
  return startWebhookServer({
    certificate,
    firstPort: options.firstPort,
    readSecret: options.readSecret,
    now: () => options.clock.now(),
    accept: ({ envelope, rawBody }) => {
      const acceptance = acceptEvent(options, envelope, rawBody);
      inboxTask.schedule();
      return acceptance;
    },
    onRefused: log.refused,
    onError: log.failed,
    timeoutMs: options.timeoutMs,
  });
}
