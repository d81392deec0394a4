import { allRows, type ReadDb } from "../../../src/main/engine/db/store.js";
import type { ReceivedDelivery } from "../../support/receiver.js";
import { type Finding, findMissing, findRows } from "./finding.js";

/** What a receiver has answered 2xx, against what the outbox says of it: at least once each, and nothing else. */
export function checkReceived(
  db: ReadDb,
  webhookId: string,
  received: readonly ReceivedDelivery[],
): Finding[] {
  const rows = allRows<{ event_id: string; status: string; data: string }>(
    db,
    `SELECT event_id, status, event.data FROM delivery JOIN event ON event.id = event_id WHERE webhook_id = ?`,
    webhookId,
  );
  const data = new Map(rows.map((row) => [row.event_id, row.data]));
  const got = new Set(received.map(({ body }) => body.id));
  const delivered = rows.filter(({ status }) => status === "delivered").map(({ event_id }) => event_id);
  const strange = received.filter(({ body }) => data.get(body.id) !== JSON.stringify(body.data));
  return [
    ...findMissing("A delivered event, at its receiver,", delivered, got),
    ...strange.map(({ body }) => `The receiver was told what the outbox does not hold: ${body.id}`),
  ];
}

/** Prices that changed at a shop: each was seen as it is, and told once. */
export function checkDrops(
  db: ReadDb,
  drops: readonly { readonly service: string; readonly priceMinor: number }[],
): Finding[] {
  return drops.flatMap(({ service, priceMinor }) => [
    ...findRows(
      db,
      `${service} costs ${priceMinor} at its shop, and not here`,
      `SELECT offer.public_id, price_minor FROM offer JOIN product ON product.id = product_id
       WHERE service = ? AND price_minor <> ?`,
      service,
      priceMinor,
    ),
    ...findRows(
      db,
      `The drop of ${service} was not told once`,
      `SELECT count(*) AS events FROM event WHERE type = 'price_drop'
         AND data ->> '$.product.service' = ? AND round(100 * (data ->> '$.price.current')) = ?
       HAVING count(*) <> 1`,
      service,
      priceMinor,
    ),
    ...findRows(
      db,
      `The drop of ${service} is not in the inbox once`,
      `SELECT count(*) AS entries FROM inbox WHERE type = 'price_drop'
         AND data ->> '$.product.service' = ? AND round(100 * (data ->> '$.price.current')) = ?
       HAVING count(*) <> 1`,
      service,
      priceMinor,
    ),
  ]);
}
