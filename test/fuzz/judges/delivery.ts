import { createHmac } from "node:crypto";
import { eventEnvelope } from "../../../src/shared/contract/webhook.js";
import { Wrong } from "../machinery/target.js";
import { listenerNowMs, listenerSecret, type MadeDelivery } from "../targets/delivery-cases.js";

const mostBytes = 65_536;
const mostSecondsOff = 300;

export interface Expected {
  readonly status: number;
  /** Of the event, where it is to be accepted. */
  readonly id: string | null;
}

function header({ headers }: MadeDelivery, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** The contract's section 6, written once more and in another way than in the engine. */
function isSigned(delivery: MadeDelivery): boolean {
  const [time = "", hash = "", ...more] = (header(delivery, "X-Service-Signature") ?? "").split(",");
  const seconds = time.slice("t=".length);
  if (more.length > 0 || !/^t=\d{1,12}$/.test(time)) return false;
  const mac = createHmac("sha256", listenerSecret).update(`${seconds}.`).update(delivery.body);
  if (hash !== `v1=${mac.digest("hex")}`) return false;
  return Math.abs(listenerNowMs / 1_000 - Number(seconds)) <= mostSecondsOff;
}

function eventOf(delivery: MadeDelivery): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(delivery.body);
    const { data } = eventEnvelope.safeParse(JSON.parse(text));
    const named = header(delivery, "X-Service-Event-Id");
    return data === undefined || (named !== undefined && named.trim() !== data.id) ? null : data.id;
  } catch {
    return null;
  }
}

/** What the listener has to answer, and which event it then has. */
export function expectedStatuses(delivery: MadeDelivery): Expected {
  const refused = (status: number) => ({ status, id: null });
  // Node itself answers an expectation that nobody knows, before it asks the listener.
  const expectation = header(delivery, "Expect");
  if (expectation !== undefined && !/100-continue/i.test(expectation)) return refused(417);
  if (delivery.path.split("?")[0] !== "/webhook") return refused(404);
  if (delivery.method !== "POST") return refused(405);
  if (delivery.body.length > mostBytes) return refused(413);
  if (!isSigned(delivery)) return refused(401);
  const id = eventOf(delivery);
  return id === null ? refused(400) : { status: 200, id };
}

/** Accepted is what is signed, in time and an event; the answer to everything else says why not. */
export function judgeReply(
  expected: Expected,
  { status, text }: { readonly status: number; readonly text: string },
  onAccepted: (id: string) => void,
): void {
  if (status >= 500) throw new Wrong(`It answered ${status}: ${text.slice(0, 300)}`, "5xx");
  if (status !== expected.status)
    throw new Wrong(`It answered ${status}, not ${expected.status}: ${text.slice(0, 300)}`);
  if (expected.id !== null) onAccepted(expected.id);
  if (text === "" || status === 417) return;
  const { received, error } = JSON.parse(text) as { received?: unknown; error?: unknown };
  if (received !== (status === 200)) throw new Wrong(`${status} says received: ${String(received)}.`);
  if (status !== 200 && (typeof error !== "string" || error === ""))
    throw new Wrong(`${status} does not say why.`);
}
