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
  /** The next free port is taken where it is in use; 0 takes any. */
  readonly firstPort: number;
  /** The signing secret of the webhook that feeds the inbox; `null` answers 503. */
  readonly secretOf: () => string | null;
  /** An entry is in the inbox. Also called, before the listener listens, for what was left from the run before. */
  readonly onAccepted: (entry: InboxEntry) => void;
  /** The machine's own time, by which certificates end. */
  readonly machineClock?: Clock;
  /** How long a sender may take for a request. */
  readonly patienceMs?: number;
}

export interface LocalListener {
  readonly url: string;
  readonly port: number;
  /** What a sender has to trust. It is another one after a renewal, so read it for each delivery. */
  readonly certPem: string;
  readonly certificateExpiresMs: number;
  /** Makes another certificate where this one is near its end. Happens by itself once a day. */
  renewCertificate(): Promise<void>;
  close(): Promise<void>;
}

/** The app's own receiver of events (contract, section 6): HTTPS on loopback, into the inbox. */
export async function startLocalListener(options: LocalListenerOptions): Promise<LocalListener> {
  const log = countedLog(options.log, options.clock);
  const inboxWork = workLater(() => {
    for (const entry of workOnReceived(options)) options.onAccepted(entry);
  }, log.fault);
  // Whatever becomes of the port: what is left from the run before has been promised to its sender.
  inboxWork.now();
  try {
    const certificate = await currentCertificate(options);
    const server = await serve(options, certificate, inboxWork, log);
    return running(options, server, certificate, () => {
      // What still waits is worked on at the next start.
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
