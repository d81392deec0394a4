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
import { newStore } from "../../../../support/folder.js";

let db: ReadDb;
let context: OperationContext;
let accountId: number;
let made: NewKey;

beforeEach(() => {
  db = newStore();
  context = { db, clock: { now: () => 1_000 }, randomBytes, log: silentLog };
  accountId = ensureDefaultAccount(db, 0).account.id;
  made = createKey(context, accountId, { name: "mine", isReadOnly: true });
});

function codeOf(authorization: string | null, apiKeyParameter: string | null): unknown {
  try {
    return authenticate(db, { authorization, apiKeyParameter });
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

describe("a key (decisions 4 and 44)", () => {
  it("is good in the header, in the parameter, and in the header against a bad parameter", () => {
    const caller = { accountId, isReadOnly: true };
    expect(codeOf(`Bearer ${made.key}`, null)).toEqual(caller);
    expect(codeOf(null, made.key)).toEqual(caller);
    expect(codeOf(`Bearer ${made.key}`, "rubbish")).toEqual(caller);
  });

  it.each([
    ["nothing", null, null, "ERR_AUTH_MISSING"],
    ["an empty parameter", null, "", "ERR_AUTH_MISSING"],
    ["an empty header", "", null, "ERR_AUTH_INVALID"],
    ["a bare key", "KEY", null, "ERR_AUTH_INVALID"],
    ["another scheme", "Basic KEY", null, "ERR_AUTH_INVALID"],
    ["a key with more behind it", "Bearer KEY x", null, "ERR_AUTH_INVALID"],
    ["half a key", null, "ss_live_abc", "ERR_AUTH_INVALID"],
    ["a bad header over a good parameter", "Bearer x", "KEY", "ERR_AUTH_INVALID"],
    ["an unknown key", `Bearer ss_live_${"a".repeat(32)}`, null, "ERR_AUTH_REVOKED"],
    ["a key in another case", null, `ss_live_${"A".repeat(32)}`, "ERR_AUTH_REVOKED"],
  ])("is refused: %s", (_what, header, parameter, code) => {
    const withKey = (text: string | null) => text?.replace("KEY", made.key) ?? null;
    expect(codeOf(withKey(header), withKey(parameter))).toBe(code);
  });

  it("is worth nothing once it is revoked, which happens once", () => {
    expect(revokeApiKey(context, accountId + 1, made.id)).toBe(false);
    expect(revokeApiKey(context, accountId, made.id)).toBe(true);
    expect(revokeApiKey(context, accountId, made.id)).toBe(false);
    expect(codeOf(null, made.key)).toBe("ERR_AUTH_REVOKED");
    expect(listKeys(db, accountId)).toEqual([
      {
        id: made.id,
        name: "mine",
        read_only: true,
        created_at: "1970-01-01T00:00:01.000Z",
        revoked_at: "1970-01-01T00:00:01.000Z",
      },
    ]);
  });

  it("of one run is not listed and ends with the run", () => {
    const options = { name: "run", isReadOnly: false, isEphemeral: true };
    const run = createKey(context, accountId, options);
    expect(codeOf(null, run.key)).toEqual({ accountId, isReadOnly: false });
    expect(listKeys(db, accountId).map(({ id }) => id)).toEqual([made.id]);
    purgeEphemeralKeys(db);
    expect(codeOf(null, run.key)).toBe("ERR_AUTH_REVOKED");
    expect(codeOf(null, made.key)).toEqual({ accountId, isReadOnly: true });
  });
});
