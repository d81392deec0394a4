import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { onTestFinished } from "vitest";
import { trustedCertificate } from "./tls.js";

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly messageId: string;
  readonly isEncrypted: boolean;
  /** As transferred. */
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  /** Everything that was accepted, repetitions included. */
  readonly received: ReceivedMail[];
  /** The mailbox, which keeps one message of each Message-ID. */
  readonly mailbox: () => ReceivedMail[];
  /** Refuses the next messages with this reply, such as 451; `null` accepts them. */
  refuseWith(reply: { readonly code: number; readonly text: string } | null): void;
}

export const mailUser = { name: "me@mail.example", password: "s3cret-word" };

/** Starts a mail server on loopback. `isTls`: TLS from the start, with a certificate that only this process trusts. */
export async function startMailServer({
  isTls = false,
  ...options
}: { readonly isTls?: boolean } & SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusal: { code: number; text: string } | null = null;
  const server = new SMTPServer({
    ...(await trustedCertificate()),
    secure: isTls,
    authMethods: ["PLAIN", "LOGIN"],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === mailUser.name && password === mailUser.password;
      if (isRight) done(null, { user: username });
      else
        done(Object.assign(new Error(`5.7.8 Authentication failed for ${password}`), { responseCode: 535 }));
    },
    onRcptTo: (_address, _session, done) => {
      if (refusal === null) done();
      else done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error("5.3.4 Message too big"), { responseCode: 552 }));
          return;
        }
        const text = Buffer.concat(chunks).toString("utf8");
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          messageId: /^Message-ID: (<[^>]+>)/im.exec(text)?.[1] ?? "",
          isEncrypted: session.secure,
          text,
        });
        done();
      });
    },
    ...options,
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => server.close());
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    mailbox: () => [...new Map(received.map((mail) => [mail.messageId, mail])).values()],
    refuseWith: (reply) => {
      refusal = reply;
    },
  };
}
