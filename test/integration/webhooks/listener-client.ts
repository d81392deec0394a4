import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, type RequestOptions, request } from "node:https";
import { connect, type TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { createSecretBox } from "../../../src/main/engine/operations/request/secret-box.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import {
  type LocalListener,
  type LocalListenerOptions,
  startLocalListener,
} from "../../../src/main/engine/webhooks/listener/local-listener.js";
import { signatureHeader } from "../../../src/main/engine/webhooks/signature.js";
import { envelope } from "../../support/catalogue.js";
import { openTestStore } from "../../support/folder.js";

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=";
export const nowMs = Date.parse("2026-06-15T12:00:00.000Z");
export const seconds = nowMs / 1_000;

export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: { received: boolean; repeated?: boolean; error?: string };
}

export interface SendOptions {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string | undefined>;
  readonly body?: string | Buffer;
  /** Sends the body in chunks, without a Content-Length. */
  readonly isChunked?: boolean;
}

/** A listener and a TLS client that trusts only its certificate. */
export class ListenerUnderTest {
  readonly db: ReadDb;
  readonly listener: LocalListener;
  private agent: Agent;

  private constructor(db: ReadDb, listener: LocalListener) {
    this.db = db;
    this.listener = listener;
    this.agent = this.newAgent();
  }

  private newAgent(): Agent {
    return new Agent({ keepAlive: true, maxSockets: 24, ca: this.listener.certPem });
  }

  /** Reconnects and trusts the current certificate. */
  trustCurrentCertificate(): void {
    this.agent.destroy();
    this.agent = this.newAgent();
  }

  static async start(options: Partial<LocalListenerOptions> = {}): Promise<ListenerUnderTest> {
    const db = options.db ?? openTestStore();
    const listener = await startLocalListener({
      db,
      clock: { now: () => nowMs },
      log: silentLog,
      randomBytes,
      secrets: createSecretBox(null),
      firstPort: 0,
      readSecret: () => secret,
      onAnnounced: () => undefined,
      onAccepted: () => undefined,
      ...options,
    });
    const started = new ListenerUnderTest(db, listener);
    onTestFinished(() => started.close());
    return started;
  }

  async close(): Promise<void> {
    this.agent.destroy();
    await this.listener.close();
  }

  /** Ids of the stored events, oldest first. */
  stored(): string[] {
    return allRows<{ id: string }>(this.db, "SELECT id FROM received_event ORDER BY rowid").map(
      ({ id }) => id,
    );
  }

  async send({
    path = "/webhook",
    method = "POST",
    headers = {},
    body = "",
    isChunked,
  }: SendOptions): Promise<Reply> {
    const length = isChunked ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const sent = { ...length, ...headers };
    const options: RequestOptions = {
      host: "127.0.0.1",
      port: this.listener.port,
      path,
      method,
      agent: this.agent,
      headers: Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)),
    };
    const outgoing = request(options);
    outgoing.end(body);
    const [incoming] = await once(outgoing, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    return {
      status: incoming.statusCode,
      headers: incoming.headers,
      body: text === "" ? null : JSON.parse(text),
    };
  }

  /** Sends text over TLS that need not be a valid request. */
  sendRaw(text: string): TLSSocket {
    const socket = connect({ host: "127.0.0.1", port: this.listener.port, ca: this.listener.certPem });
    socket.on("error", () => undefined).write(text);
    return socket;
  }

  /** Sends a body with its correct signature, unless the options contain another one. */
  sendSigned(body: string | Buffer, options: SendOptions = {}): Promise<Reply> {
    const headers = { "x-service-signature": signatureHeader(secret, seconds, body), ...options.headers };
    return this.send({ ...options, body, headers });
  }

  sendEvent(id: string, options: SendOptions = {}): Promise<Reply> {
    return this.sendSigned(JSON.stringify(envelope(id)), {
      ...options,
      headers: { "x-service-event-id": id, "x-service-delivery-attempt": "1", ...options.headers },
    });
  }
}
