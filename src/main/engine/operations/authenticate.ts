import { createHash, timingSafeEqual } from "node:crypto";
import { activeKeyByHash } from "../db/api-key.js";
import type { ReadDb } from "../db/store.js";
import { keyShape } from "../domain/random-text.js";
import { ContractError } from "./contract-error.js";

/** Who a request acts for. */
export interface Caller {
  readonly accountId: number;
  /** Read-only keys may not use any method but GET (decision 4). */
  readonly isReadOnly: boolean;
}

/** The two ways to send a key, as they came; `null` where one was not used. */
export interface Credentials {
  readonly authorization: string | null;
  readonly apiKeyParameter: string | null;
}

export function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** The header wins over the parameter; a header that is present must be right (decisions 4 and 44). */
function sentKey({ authorization, apiKeyParameter }: Credentials): string {
  if (authorization !== null) {
    const key = /^Bearer (\S+)$/.exec(authorization)?.[1];
    if (key === undefined || !keyShape.test(key))
      throw new ContractError(
        "ERR_AUTH_INVALID",
        "The Authorization header is not 'Bearer ' followed by a whole API key.",
      );
    return key;
  }
  if (apiKeyParameter === null || apiKeyParameter === "")
    throw new ContractError("ERR_AUTH_MISSING", "No API key was sent.");
  if (!keyShape.test(apiKeyParameter))
    throw new ContractError("ERR_AUTH_INVALID", "The parameter 'api_key' is not a whole API key.");
  return apiKeyParameter;
}

/** The caller behind a key. Throws the contract's 401 codes (section 5, rule 4). */
export function authenticate(db: ReadDb, credentials: Credentials): Caller {
  const hash = hashKey(sentKey(credentials));
  const key = activeKeyByHash(db, hash);
  // The index finds a hash of the key, not the key: its timing tells nothing that could be used to guess one.
  if (key === undefined || !timingSafeEqual(key.hash, hash))
    throw new ContractError("ERR_AUTH_REVOKED", "No active key matches the API key that was sent.");
  return { accountId: key.accountId, isReadOnly: key.isReadOnly };
}
