import { randomBytes } from "node:crypto";
import { Agent, type RequestOptions, request } from "node:https";
import { connect as connectPlain } from "node:net";
import { connect } from "node:tls";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { allRows, type ReadDb } from "../../src/main/engine/db/store.js";
import { createSecretBox } from "../../src/main/engine/operations/request/secret-box.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import {
  type LocalListener,
  startLocalListener,
} from "../../src/main/engine/webhooks/listener/local-listener.js";
import { checkIntegrity } from "../faults/checks/database.js";
import { openTestStore } from "../support/folder.js";
import {
  type DeliveryRequest,
  deliveryCases,
  listenerNowMs,
  listenerSecret,
  toDelivery,
} from "./inputs/delivery-cases.js";
import { checkDeliveryReply, expectedReply } from "./oracles/delivery.js";
import { checkCases } from "./support/check-cases.js";

const parallel = 4;
/** Truncated requests wait for it. */
const timeoutMs = 5_000;

interface Reply {
  readonly status: number;
  readonly text: string;
}

function post(port: number, agent: Agent, { path, method, headers, body }: DeliveryRequest): Promise<Reply> {
  const options: RequestOptions = { host: "127.0.0.1", port, agent, path, method, headers };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.once("error", reject);
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/** Sends bytes that may be neither TLS nor HTTP, and waits until the listener closes the connection. */
function sendBytes(listener: LocalListener, bytes: Buffer, isPlain: boolean): Promise<void> {
  const place = { host: "127.0.0.1", port: listener.port };
  const socket = isPlain ? connectPlain(place) : connect({ ...place, ca: listener.certPem });
  return new Promise((done) => {
    socket.on("error", () => undefined).resume();
    socket.once("close", () => done());
    socket.end(bytes);
  });
}

function readEventIds(db: ReadDb): Set<string> {
  return new Set(allRows<{ id: string }>(db, "SELECT id FROM received_event").map(({ id }) => id));
}

it("the listener accepts and stores exactly the signed, recent and valid events", async () => {
  const db = openTestStore();
  const loggedErrors: string[] = [];
  const listener = await startLocalListener({
    db,
    clock: { now: () => listenerNowMs },
    log: { ...silentLog, error: (message, error) => void loggedErrors.push(`${message} ${String(error)}`) },
    randomBytes,
    secrets: createSecretBox(null),
    firstPort: 0,
    readSecret: () => listenerSecret,
    onAnnounced: () => undefined,
    onAccepted: () => undefined,
    timeoutMs,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: parallel, ca: listener.certPem });
  onTestFinished(async () => {
    agent.destroy();
    await listener.close();
  });
  const acceptedIds = new Set<string>();
  const property = fc.asyncProperty(deliveryCases, async (value) => {
    if (value.kind === "bytes") return sendBytes(listener, Buffer.from(value.bytes), value.isPlain);
    const delivery = toDelivery(value);
    const reply = await post(listener.port, agent, delivery);
    checkDeliveryReply(expectedReply(delivery), reply, (id) => acceptedIds.add(id));
  });
  await checkCases(property, { cases: 2_000, parallel });
  expect(readEventIds(db)).toEqual(acceptedIds);
  expect([...loggedErrors, ...checkIntegrity(db)]).toEqual([]);
});
