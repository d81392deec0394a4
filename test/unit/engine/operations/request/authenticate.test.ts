import { randomBytes } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { revokeKey } from "../../../../../src/main/engine/db/accounts/api-key.js";
import { write } from "../../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import { createKey } from "../../../../../src/main/engine/operations/account/keys.js";
import { createAuthenticator } from "../../../../../src/main/engine/operations/request/authenticate.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { openTestStore } from "../../../../support/folder.js";

it("looks a key up once for the requests of a turn, and again in the next one", async () => {
  const db = openTestStore();
  const { account } = ensureDefaultAccount(db, 0);
  const context = { db, clock: { now: () => 0 }, randomBytes, log: silentLog };
  const { id, key } = createKey(context, account.id, { name: "test" });
  const authenticate = createAuthenticator(db);
  const credentials = { authorization: `Bearer ${key}`, apiKeyParameter: null };
  const caller = authenticate(credentials);
  write(db, (tx) => revokeKey(tx, account.id, id, 1));
  expect(authenticate(credentials)).toEqual(caller);
  await nextTurn();
  expect(() => authenticate(credentials)).toThrow("No active key");
});
