import { randomBytes } from "node:crypto";
import { Agent, type RequestOptions, request } from "node:https";
import { connect as connectPlain } from "node:net";
import { connect } from "node:tls";
import { closeStore, openStore } from "../../../src/main/engine/db/open.js";
import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import { createSecretBox } from "../../../src/main/engine/operations/request/secret-box.js";
import { silentLog } from "../../../src/main/engine/process/log.js";
import {
  type LocalListener,
  startLocalListener,
} from "../../../src/main/engine/webhooks/listener/local-listener.js";
import { scratchFolder } from "../../support/disk.js";
import { databaseComplaints } from "../judges/database.js";
import { expectedStatuses, judgeReply } from "../judges/delivery.js";
import { defineTarget } from "../machinery/define-target.js";
import type { Subject } from "../machinery/target.js";
import {
  type DeliveryCase,
  deliveryCases,
  listenerNowMs,
  listenerSecret,
  type MadeDelivery,
  madeDelivery,
} from "./delivery-cases.js";

const connections = 12;
/** A torn connection waits until the listener's patience is at its end. */
const timeoutMs = 5_000;

interface Reply {
  readonly status: number;
  readonly text: string;
}

function post(port: number, agent: Agent, { path, method, headers, body }: MadeDelivery): Promise<Reply> {
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

/** Says something that need be neither TLS nor HTTP, and waits until the listener has hung up. */
function speak(listener: LocalListener, bytes: Buffer, isPlain: boolean): Promise<void> {
  const place = { host: "127.0.0.1", port: listener.port };
  const socket = isPlain ? connectPlain(place) : connect({ ...place, ca: listener.certPem });
  return new Promise((done) => {
    socket.on("error", () => undefined).resume();
    socket.once("close", () => done());
    socket.end(bytes);
  });
}

/** Events that are in the inbox, or were looked at and wanted by no rule: all that was accepted. */
function acceptedIds(db: ReadDb): Set<string> {
  return new Set(allRows<{ id: string }>(db, "SELECT id FROM received_event").map(({ id }) => id));
}

async function open(): Promise<Subject<DeliveryCase>> {
  const folder = scratchFolder("fuzz");
  const db = openStore(folder.path);
  const faults: string[] = [];
  const listener = await startLocalListener({
    db,
    clock: { now: () => listenerNowMs },
    log: { ...silentLog, error: (message, error) => void faults.push(`${message} ${String(error)}`) },
    randomBytes,
    secrets: createSecretBox(null),
    firstPort: 0,
    readSecret: () => listenerSecret,
    onInboxEntry: () => undefined,
    timeoutMs,
  });
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca: listener.certPem });
  const promised = new Set<string>();
  return {
    cases: deliveryCases,
    judge: async (value) => {
      if (value.kind === "speech") return speak(listener, Buffer.from(value.bytes), value.isPlain);
      const delivery = madeDelivery(value);
      const reply = await post(listener.port, agent, delivery);
      judgeReply(expectedStatuses(delivery), reply, (id) => promised.add(id));
    },
    finish: async () => {
      await new Promise((done) => setTimeout(done, 200));
      const kept = acceptedIds(db);
      const lost = [...promised].filter((id) => !kept.has(id)).slice(0, 3);
      const unasked = [...kept].filter((id) => !promised.has(id)).slice(0, 3);
      return [
        ...lost.map((id) => `The event ${id} was promised and is not there.`),
        ...unasked.map((id) => `The event ${id} is there and was never accepted.`),
        ...faults.slice(0, 3),
        ...databaseComplaints(db),
      ];
    },
    close: async () => {
      agent.destroy();
      await listener.close();
      closeStore(db);
      folder.remove();
    },
  };
}

export const listener = defineTarget({
  name: "listener",
  what: "the webhook listener over TLS: signatures, times, headers, bodies, torn and foreign bytes",
  share: 50_000,
  lanes: connections,
  open,
});
