import { hash } from "node:crypto";
import { keyShape } from "../../../../shared/api-key.js";
import { activeKeyByHash, type KeyAccess } from "../../db/accounts/api-key.js";
import type { ReadDb } from "../../db/store.js";
import type { KeyHolder } from "./caller.js";
import { ContractError } from "./contract-error.js";

/** The two ways to send a key, unparsed; `null` if absent. */
export interface Credentials {
  readonly authorization: string | null;
  readonly apiKeyParameter: string | null;
}

export function hashKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

/** The header wins over the parameter, and must be valid if present (decisions 4, 44 and 70). */
function extractApiKey({ authorization, apiKeyParameter }: Credentials): string {
  if (authorization !== null) {
    const key = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (key === undefined || !keyShape.test(key))
      throw new ContractError(
        "ERR_AUTH_INVALID",
        "The Authorization header is not 'Bearer ' followed by a complete API key.",
      );
    return key;
  }
  if (apiKeyParameter === null || apiKeyParameter === "")
    throw new ContractError("ERR_AUTH_MISSING", "No API key was sent.");
  if (!keyShape.test(apiKeyParameter))
    throw new ContractError("ERR_AUTH_INVALID", "The parameter 'api_key' is not a complete API key.");
  return apiKeyParameter;
}

function findKey(db: ReadDb, text: string): KeyAccess {
  // The index compares hashes, so its timing reveals nothing that helps to guess a key.
  const key = activeKeyByHash(db, hashKey(text));
  if (key === undefined)
    throw new ContractError("ERR_AUTH_REVOKED", "No active key matches the API key that was sent.");
  return key;
}

/**
 * Returns a function that returns the caller that a key belongs to, or throws the contract's 401 codes (section 5, rule 4).
 * Requests that arrive in one turn of the event loop share the look-up of their key, as they do a commit.
 */
export function createAuthenticator(db: ReadDb): (credentials: Credentials) => KeyHolder {
  const keys = new Map<string, KeyAccess>();
  return (credentials) => {
    const text = extractApiKey(credentials);
    const key = keys.get(text) ?? findKey(db, text);
    if (keys.size === 0) setImmediate(() => keys.clear());
    const { accountId, isReadOnly, origin } = key;
    keys.set(text, key);
    if (origin !== null)
      throw new ContractError("ERR_AUTH_INVALID", "This API key belongs to a browser extension.", {
        action: "Use a key that 'tidemark keys create' has created.",
      });
    return { kind: "key", accountId, isReadOnly };
  };
}

/**
 * Returns the owner key in the header, or throws the same 401 codes. The key of a browser extension is valid with that
 * extension's `origin` only, and no other key is valid with an origin.
 */
export function authenticateOwner(
  db: ReadDb,
  authorization: string | null,
  origin: string | null,
): Pick<KeyAccess, "id" | "origin" | "isEphemeral"> {
  const key = findKey(db, extractApiKey({ authorization, apiKeyParameter: null }));
  if (!key.isOwner)
    throw new ContractError("ERR_AUTH_INVALID", "This API key is not an owner key.", {
      action: "Use a key that 'tidemark keys create --owner' has created.",
    });
  if (key.origin !== origin)
    throw new ContractError("ERR_AUTH_INVALID", "This API key belongs to another caller.", {
      action: "Pair the browser extension with Tidemark again.",
    });
  return key;
}
