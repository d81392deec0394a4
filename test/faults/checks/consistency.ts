import type { ReadDb } from "../../../src/main/engine/db/store.js";
import { checkBatches } from "./batches.js";
import type { Finding } from "./finding.js";
import { checkHistory } from "./history.js";
import { checkInbox } from "./inbox.js";
import { checkIntegrity } from "./integrity.js";
import { checkOutbox } from "./outbox.js";
import { checkProducts } from "./products.js";

/** All that has to hold in every database at every moment, whatever was done to its engine. */
export function checkConsistency(db: ReadDb): Finding[] {
  return [checkIntegrity, checkProducts, checkHistory, checkBatches, checkOutbox, checkInbox].flatMap(
    (check) => check(db),
  );
}
