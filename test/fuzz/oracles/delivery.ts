import { createHmac } from "node:crypto";
import { eventEnvelope } from "../../../src/shared/contract/webhook.js";
import { type DeliveryRequest, listenerNowMs, listenerSecret } from "../inputs/delivery-cases.js";

const maxBytes = 65_536;
const maxSkewSeconds = 300;

export interface ExpectedReply {
  readonly status: number;
  /** The id of the event if the listener accepts it. */
  readonly id: string | null;
}

function header({ headers }: DeliveryRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
}

/** Contract §6, implemented independently of the engine. */
function isSigned(delivery: DeliveryRequest): boolean {
  const [time = "", hash = "", ...more] = (header(delivery, "X-Service-Signature") ?? "").split(",");
  const seconds = time.slice("t=".length);
  if (more.length > 0 || !/^t=\d{1,12}$/.test(time)) return false;
  const mac = createHmac("sha256", listenerSecret).update(`${seconds}.`).update(delivery.body);
  if (hash !== `v1=${mac.digest("hex")}`) return false;
  return Math.abs(listenerNowMs / 1_000 - Number(seconds)) <= maxSkewSeconds;
}

function parseEventId(delivery: DeliveryRequest): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(delivery.body);
    const { data } = eventEnvelope.safeParse(JSON.parse(text));
    const headerId = header(delivery, "X-Service-Event-Id");
    return data === undefined || (headerId !== undefined && headerId.trim() !== data.id) ? null : data.id;
  } catch {
    return null;
  }
}

/** The reply that the contract requires. */
export function expectedReply(delivery: DeliveryRequest): ExpectedReply {
  const refused = (status: number) => ({ status, id: null });
  // Node rejects unknown expectations before the listener sees the request.
  const expectation = header(delivery, "Expect");
  if (expectation !== undefined && !/100-continue/i.test(expectation)) return refused(417);
  if (delivery.path.split("?")[0] !== "/webhook") return refused(404);
  if (delivery.method !== "POST") return refused(405);
  if (delivery.body.length > maxBytes) return refused(413);
  if (!isSigned(delivery)) return refused(401);
  const id = parseEventId(delivery);
  return id === null ? refused(400) : { status: 200, id };
}

/** The reply has the expected status, and a refusal states its reason. */
export function checkDeliveryReply(
  expected: ExpectedReply,
  { status, text }: { readonly status: number; readonly text: string },
  onAccepted: (id: string) => void,
): void {
  if (status >= 500) throw new Error(`Status ${status}: ${text.slice(0, 300)}`);
  if (status !== expected.status)
    throw new Error(`Status ${status} instead of ${expected.status}: ${text.slice(0, 300)}`);
  if (expected.id !== null) onAccepted(expected.id);
  if (text === "" || status === 417) return;
  const { received, error } = JSON.parse(text) as { received?: unknown; error?: unknown };
  if (received !== (status === 200))
    throw new Error(`The body of ${status} has received: ${String(received)}.`);
  if (status !== 200 && (typeof error !== "string" || error === ""))
    throw new Error(`The body of ${status} lacks a reason.`);
}
