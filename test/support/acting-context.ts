import { randomBytes } from "node:crypto";
import type { ReadDb } from "../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../src/main/engine/operations/account/accounts.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../src/main/engine/process/log.js";

/** The context of the owner's acts in the window, without an engine. */
export function actingContext(db: ReadDb, now: () => number) {
  return {
    db,
    accountId: ensureDefaultAccount(db, 0).account.id,
    client: "window",
    clock: { now },
    randomBytes,
    log: silentLog,
    effects: noEffects,
  };
}
