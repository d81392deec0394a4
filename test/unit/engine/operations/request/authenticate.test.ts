import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReadDb } from "../../../../../src/main/engine/db/store.js";
import { ensureDefaultAccount } from "../../../../../src/main/engine/operations/account/accounts.js";
import {
  createKey,
  listKeys,
  type NewKey,
  purgeEphemeralKeys,
  revokeApiKey,
} from "../../../../../src/main/engine/operations/account/keys.js";
import { authenticate } from "../../../../../src/main/engine/operations/request/authenticate.js";
import type { OperationContext } from "../../../../../src/main/engine/operations/request/context.js";
import { silentLog } from "../../../../../src/main/engine/process/log.js";
import { openTestStore } from "../../../../support/folder.js";

let db: ReadDb;
let context: OperationContext;
let accountId: number;
let created: NewKey;

beforeEach(() => {
  db = openTestStore();
  context = { db, clock: { now: () => 1_000 }, randomBytes, log: silentLog };
  accountId = ensureDefaultAccount(db, 0).account.id;
  created = createKey(context, accountId, { name: "mine", isReadOnly: true });
});

function callerOrCode(authorization: string | null, apiKeyParameter: string | null): unknown {
  try {
    return authenticate(db, { authorization, apiKeyParameter });
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe("API keys (decisions 4 and 44)", () => {
  it("a key is accepted in the header, in the parameter, and in the header beside a bad parameter", () => {
    const caller = { kind: "key", accountId, isReadOnly: true };
    expect(callerOrCode(`Bearer ${created.key}`, null)).toEqual(caller);
    expect(callerOrCode(null, created.key)).toEqual(caller);
    expect(callerOrCode(`Bearer ${created.key}`, "rubbish")).toEqual(caller);
  });

  it.each([
    ["no key", null, null, "ERR_AUTH_MISSING"],
    ["an empty parameter", null, "", "ERR_AUTH_MISSING"],
    ["an empty header", "", null, "ERR_AUTH_INVALID"],
    ["a bare key in the header", "KEY", null, "ERR_AUTH_INVALID"],
    ["another scheme", "Basic KEY", null, "ERR_AUTH_INVALID"],
    ["text after the key", "Bearer KEY x", null, "ERR_AUTH_INVALID"],
    ["half a key", null, "ss_live_abc", "ERR_AUTH_INVALID"],
    ["a bad header beside a good parameter", "Bearer x", "KEY", "ERR_AUTH_INVALID"],
    ["an unknown key", `Bearer ss_live_${"a".repeat(32)}`, null, "ERR_AUTH_REVOKED"],
    ["a key in another case", null, `ss_live_${"A".repeat(32)}`, "ERR_AUTH_REVOKED"],
  ])("a key is refused in a request with %s", (_case, header, parameter, code) => {
    const withKey = (text: string | null) => text?.replace("KEY", created.key) ?? null;
    expect(callerOrCode(withKey(header), withKey(parameter))).toBe(code);
  });

  it("a key is refused after it is revoked, and can be revoked only once", () => {
    expect(revokeApiKey(context, accountId + 1, created.id)).toBe(false);
    expect(revokeApiKey(context, accountId, created.id)).toBe(true);
    expect(revokeApiKey(context, accountId, created.id)).toBe(false);
    expect(callerOrCode(null, created.key)).toBe("ERR_AUTH_REVOKED");
    expect(listKeys(db, accountId)).toEqual([
      {
        id: created.id,
        name: "mine",
        read_only: true,
        owner: false,
        extension: null,
        created_at: "1970-01-01T00:00:01.000Z",
        revoked_at: "1970-01-01T00:00:01.000Z",
      },
    ]);
  });

  it("a key is not listed and ends with the run if it is ephemeral", () => {
    const options = { name: "run", isReadOnly: false, isEphemeral: true };
    const run = createKey(context, accountId, options);
    expect(callerOrCode(null, run.key)).toEqual({ kind: "key", accountId, isReadOnly: false });
    expect(listKeys(db, accountId).map(({ id }) => id)).toEqual([created.id]);
    purgeEphemeralKeys(db);
    expect(callerOrCode(null, run.key)).toBe("ERR_AUTH_REVOKED");
    expect(callerOrCode(null, created.key)).toEqual({ kind: "key", accountId, isReadOnly: true });
  });
});
