import { DAY_MS } from "../../../../shared/time.js";
import { type Clock, systemClock } from "../../domain/clock.js";
import { acceptEvent } from "../../operations/alerts/receive-event.js";
import type { OperationContext } from "../../operations/request/context.js";
import type { SecretBox } from "../../operations/request/secret-box.js";
import { type Certificate, ensureCertificate } from "./certificate.js";
import { type CountedLog, createCountedLog } from "./counted-log.js";
import { startWebhookServer, type WebhookServer } from "./server.js";
import { webhookPath } from "./verify-delivery.js";

export interface LocalListenerOptions extends OperationContext {
  readonly secrets: SecretBox;
  /** If it is in use, the next free port is taken; 0 takes any free port. */
  readonly firstPort: number;
  /** The signing secret of the webhook that feeds the inbox. While it is `null`, events get 503. */
  readonly readSecret: () => string | null;
  /** Called for the event of a recorded alert, whose entry is to be announced. */
  readonly onAnnounced: (entryId: number) => void;
  /** Called after an event of another engine was stored. */
  readonly onAccepted: () => void;
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
  const certificate = await currentCertificate(options);
  const server = await startServer(options, certificate, log);
  return createListener(options, server, certificate, () => log.flush());
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
  log: CountedLog,
): Promise<WebhookServer> {
  return startWebhookServer({
    certificate,
    firstPort: options.firstPort,
    readSecret: options.readSecret,
    now: () => options.clock.now(),
    accept: ({ envelope, rawBody }) => {
      const { acceptance, entryId } = acceptEvent(options, envelope, rawBody);
      if (entryId === null) options.onAccepted();
      else options.onAnnounced(entryId);
      return acceptance;
    },
    onRefused: log.refused,
    onError: log.failed,
    timeoutMs: options.timeoutMs,
  });
}
