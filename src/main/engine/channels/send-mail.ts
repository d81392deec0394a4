import MailComposer from "nodemailer/lib/mail-composer";
import SmtpConnection from "nodemailer/lib/smtp-connection";
import { isLoopbackHost } from "../../../shared/node/address-guard.js";
import { deliveryProblems as said } from "../../../shared/texts/en/delivery-problems.js";
import type { AlertMessage } from "../domain/channels/message.js";
import type { SendOutcome } from "../domain/channels/outcome.js";
import { type TargetOf, withoutSecrets } from "../domain/channels/target.js";
import { composeMail } from "./mail.js";

type EmailTarget = TargetOf<"email">;

const stepTimeoutMs = 15_000;
/** Leaves time for greylisting and virus scans. */
const totalTimeoutMs = 60_000;
const quitTimeoutMs = 1_000;
const maxReplyBytes = 64 * 1_024;

interface SmtpError {
  readonly code?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly response?: string | undefined;
  readonly message: string;
}

/** `isSent`: the message may have been transferred before the error. */
interface Failure {
  readonly error: SmtpError;
  readonly isSent: boolean;
}

/** Why no server answered. Of the system's code, nodemailer leaves only what the message says: `connect ECONNREFUSED …`. */
const unreached: readonly (readonly [message: RegExp, sentence: string])[] = [
  [/\bECONNREFUSED\b/, said.mailServerRefuses],
  [/\bENOTFOUND\b/, said.mailServerUnknown],
  [/\bE(?:AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH)\b|^Connection timeout$/, said.mailServerUnreached],
];

export function describeSmtpError({ response, message }: SmtpError, target: EmailTarget): string {
  const known = unreached.find(([pattern]) => response === undefined && pattern.test(message));
  if (known !== undefined) return known[1];
  const text = withoutSecrets(response ?? message, target).replace(/[\s\p{Cc}]+/gu, " ");
  return said.mailServer(text.trim().slice(0, 200).replace(/\.$/, ""));
}

function permanentAction({ code, responseCode }: SmtpError): string {
  if (responseCode === 534) return said.appPassword;
  if (code === "EAUTH" || code === "ENOAUTH" || responseCode === 530 || responseCode === 535)
    return said.mailPassword;
  if (code === "EENVELOPE") return said.mailParties;
  if (responseCode === 552) return said.mailboxFull;
  return said.askOperator;
}

function retry(error: string, action: string, isUnreached: boolean): SendOutcome {
  return { kind: "retry", error, action, retryAfterMs: null, isUnreached };
}

function interpretFailure({ error, isSent }: Failure, target: EmailTarget): SendOutcome {
  const sentence = describeSmtpError(error, target);
  const { code, responseCode } = error;
  if (responseCode !== undefined && responseCode >= 500)
    return { kind: "failed", error: sentence, action: permanentAction(error) };
  if (responseCode !== undefined && responseCode >= 400) return retry(sentence, said.serverLater, false);
  if (code === "ETLS" && !isSent) return retry(said.noTrustedTls, said.useTls, true);
  if (code === "EAUTH" || code === "ENOAUTH")
    return { kind: "failed", error: sentence, action: permanentAction(error) };
  if (isSent) return { kind: "unknown", error: sentence, action: said.lookInMailbox };
  return retry(sentence, said.checkMailServer, true);
}

/** STARTTLS is required unless the server is on this computer. */
export function connectionOptions({ host, port, isTls }: EmailTarget) {
  return {
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isLoopbackHost(host),
    tls: { minVersion: "TLSv1.2" as const },
    connectionTimeout: stepTimeoutMs,
    greetingTimeout: stepTimeoutMs,
    dnsTimeout: stepTimeoutMs,
    socketTimeout: stepTimeoutMs * 2,
    socketCloseTimeout: 0,
    maxResponseSize: maxReplyBytes,
    logger: false,
  };
}

/** Resolves with the failure, or with `null` once the server has accepted the message. */
function transfer(target: EmailTarget, content: Buffer, signal: AbortSignal): Promise<Failure | null> {
  return new Promise((resolve) => {
    const connection = new SmtpConnection(connectionOptions(target));
    let isSent = false;
    const settle = (error: SmtpError | null) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      resolve(error === null ? null : { error, isSent });
      // Closing emits more events, which come too late to change the result.
      if (error !== null) return connection.close();
      connection.quit();
      // A server that ignores QUIT would keep the process alive.
      setTimeout(() => connection.close(), quitTimeoutMs);
    };
    const abort = () => settle({ message: "Sending the message was interrupted" });
    const timer = setTimeout(
      () =>
        settle({ message: `The server did not take the message within ${totalTimeoutMs / 1_000} seconds` }),
      totalTimeoutMs,
    );
    const send = () => {
      isSent = true;
      connection.send({ from: target.from, to: [target.to] }, content, (error) => settle(error ?? null));
    };
    signal.addEventListener("abort", abort);
    connection.on("error", settle);
    connection.once("end", () => settle({ message: "The server closed the connection" }));
    connection.connect((error) => {
      if (error != null) return settle(error);
      if (target.login === null) return send();
      const { user, password } = target.login;
      connection.login({ user, pass: password }, (loginError) =>
        loginError === null ? send() : settle(loginError),
      );
    });
    if (signal.aborted) abort();
  });
}

/** Sends a message through a mail server. Never rejects. */
export async function sendMail(
  target: EmailTarget,
  message: AlertMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const content = await new MailComposer(composeMail(message, target)).compile().build();
  const failure = await transfer(target, content, signal);
  return failure === null ? { kind: "delivered" } : interpretFailure(failure, target);
}
