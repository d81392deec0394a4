import { DAY_MS, MINUTE_MS } from "../../../../shared/time.js";
import { type Clock, systemClock } from "../../domain/clock.js";
import { type Acceptance, acceptEvent } from "../../operations/alerts/receive-event.js";
import type { Logger, OperationContext } from "../../operations/request/context.js";
import type { SecretBox } from "../../operations/request/secret-box.js";
import { ensureCertificate } from "./certificate.js";
import { startWebhookServer } from "./server.js";
import { type Delivery, webhookPath } from "./verify-delivery.js";

/** Returns true at most once a minute. */
function createMinuteLimit(clock: Clock): () => boolean {
  let lastMs: number | null = null;
  return () => {
    const nowMs = clock.now();
    // A clock that was set back must not silence the log.
    if (lastMs !== null && nowMs >= lastMs && nowMs - lastMs < MINUTE_MS) return false;
    lastMs = nowMs;
    return true;
  };
}

interface CountedLog {
  refused(reason: string): void;
  failed(error: unknown): void;
  /** Logs the counts collected since the last line. */
  flush(): void;
}

/** Logs a flood of bad requests as one line a minute, with the counts since the previous line. */
export function createCountedLog(log: Logger, clock: Clock): CountedLog {
  const mayLogCounts = createMinuteLimit(clock);
  const mayLogError = createMinuteLimit(clock);
  let counts: Record<string, number> = {};
  const flush = () => {
    if (Object.keys(counts).length === 0) return;
    log.info("The webhook listener refused requests.", { refused: counts });
    counts = {};
  };
  return {
    refused: (reason) => {
      counts[reason] = (counts[reason] ?? 0) + 1;
      if (mayLogCounts()) flush();
    },
    failed: (error) => {
      if (mayLogError()) log.error("The webhook listener failed; it will try again.", error);
    },
    flush,
  };
}

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
  const { db, clock, secrets, firstPort, readSecret, timeoutMs, machineClock = systemClock } = options;
  const log = createCountedLog(options.log, clock);
  const readCertificate = () => ensureCertificate(db, secrets, machineClock.now());
  let certificate = await readCertificate();
  const server = await startWebhookServer({
    certificate,
    firstPort,
    readSecret,
    now: () => clock.now(),
    accept: (delivery) => accept(options, delivery),
    onRefused: log.refused,
    onError: log.failed,
    timeoutMs,
  });
  const renewCertificate = async () => {
    const current = await readCertificate();
    if (current.certPem !== certificate.certPem) server.setCertificate(current);
    certificate = current;
  };
  const onRenewalFailed = (error: unknown) =>
    options.log.error("The webhook listener's certificate could not be renewed.", error);
  const timer = setInterval(() => void renewCertificate().catch(onRenewalFailed), DAY_MS);
  timer.unref();
  return {
    url: `https://127.0.0.1:${server.port}${webhookPath}`,
    port: server.port,
    get certPem() {
      return certificate.certPem;
    },
    renewCertificate,
    close: async () => {
      clearInterval(timer);
      await server.close();
      log.flush();
    },
  };
}

function accept(options: LocalListenerOptions, { envelope, rawBody }: Delivery): Acceptance {
  const { acceptance, entryId } = acceptEvent(options, envelope, rawBody);
  if (entryId === null) options.onAccepted();
  else options.onAnnounced(entryId);
  return acceptance;
}
