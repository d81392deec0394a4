import type { InboxEntry } from "../../../../shared/app/alerts.js";
import type { SecretBox } from "../../crypto/secret-box.js";
import { type Clock, DAY_MS, systemClock } from "../../domain/clock.js";
import type { OperationContext } from "../../operations/context.js";
import { acceptEvent, workOnReceived } from "../../operations/receive-event.js";
import { type Certificate, ensureCertificate } from "./certificate.js";
import { type CountedLog, countedLog } from "./counted-log.js";
import { webhookPath } from "./judge.js";
import { startWebhookServer, type WebhookServer } from "./server.js";
import { type LaterWork, workLater } from "./work-later.js";

export interface LocalListenerOptions extends OperationContext {
  readonly secrets: SecretBox;
  /** If it is in use, the next free port is taken; 0 takes any free port. */
  readonly firstPort: number;
  /** The signing secret of the webhook that feeds the inbox. While it is `null`, events get 503. */
  readonly secretOf: () => string | null;
  /** Called for each new inbox entry. Events left over from the previous run come before the listener starts. */
  readonly onAccepted: (entry: InboxEntry) => void;
  /** Certificates expire by the machine's time, not by the engine's clock. */
  readonly machineClock?: Clock;
  /** Max time that a sender may take for a request. */
  readonly patienceMs?: number;
}

export interface LocalListener {
  readonly url: string;
  readonly port: number;
  /** The certificate that senders must trust. Renewal replaces it, so read it for each delivery. */
  readonly certPem: string;
  readonly certificateExpiresMs: number;
  /** Replaces the certificate if it expires soon. Runs automatically once a day. */
  renewCertificate(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the app's own receiver of events (contract §6): HTTPS on loopback, into the inbox. */
export async function startLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const log = countedLog(options.log, options.clock);
  const inboxWork = workLater(() => {
    for (const entry of workOnReceived(options)) options.onAccepted(entry);
  }, log.fault);
  // Before anything can fail: events left over from the previous run were acknowledged, so they must be processed.
  inboxWork.now();
  try {
    const certificate = await currentCertificate(options);
    const server = await serve(options, certificate, inboxWork, log);
    return running(options, server, certificate, () => {
      // Events that still wait are processed at the next start.
      inboxWork.stop();
      log.flush();
    });
  } catch (error) {
    inboxWork.stop();
    throw error;
  }
}

function running(
  options: LocalListenerOptions,
  server: WebhookServer,
  first: Certificate,
  onClosed: () => void,
): LocalListener {
  let certificate = first;
  const renewCertificate = async () => {
    const current = await currentCertificate(options);
    if (current.certPem !== certificate.certPem) server.setCertificate(current);
    certificate = current;
  };
  const stopRenewing = startDaily(() =>
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
    get certificateExpiresMs() {
      return certificate.expiresMs;
    },
    renewCertificate,
    close: async () => {
      stopRenewing();
      await server.close();
      onClosed();
    },
  };
}

function startDaily(work: () => unknown): () => void {
  const timer = setInterval(work, DAY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function currentCertificate({ db, secrets, machineClock = systemClock }: LocalListenerOptions) {
  return ensureCertificate(db, secrets, machineClock.now());
}

function serve(
  options: LocalListenerOptions,
  certificate: Certificate,
  inboxWork: LaterWork,
  log: CountedLog,
): Promise<WebhookServer> {
  return startWebhookServer({
    certificate,
    firstPort: options.firstPort,
    secretOf: options.secretOf,
    now: () => options.clock.now(),
    accept: ({ envelope, text }) => {
      const acceptance = acceptEvent(options, envelope, text);
      inboxWork.schedule();
      return acceptance;
    },
    onRefused: log.refused,
    onFault: log.fault,
    patienceMs: options.patienceMs,
  });
}
