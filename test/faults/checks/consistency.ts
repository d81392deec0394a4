import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { checkBatches } from "./batches.js";
import type { Finding } from "./finding.js";
import { checkHistory } from "./history.js";
import { checkInbox } from "./inbox.js";
import { checkIntegrity } from "./integrity.js";
import { checkOutbox } from "./outbox.js";
import { checkProducts } from "./products.js";

/** All that has to hold in every database at every moment, whatever was done to its engine. */
export function checkConsistency(db: ReadDb, nowMs: number = Number.POSITIVE_INFINITY): Finding[] {
  const checks = [checkIntegrity, checkProducts, checkBatches, checkOutbox, checkInbox];
  return [...checks.flatMap((check) => check(db)), ...checkHistory(db, nowMs)];
}
