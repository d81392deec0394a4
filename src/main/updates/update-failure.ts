import type { UpdateErrorKind } from "../../shared/updates.js";

/** A rejected update, with the reason to show the user. */
export class UpdateFailure extends Error {
  override readonly name = "UpdateFailure";

  constructor(readonly reason: UpdateErrorKind) {
    super(`The update was rejected: ${reason}`);
  }
}

const reasonByCode: Readonly<Record<string, UpdateErrorKind>> = {
  ERR_CHECKSUM_MISMATCH: "damaged-download",
  ERR_UPDATER_NO_CHECKSUM: "unreadable",
  ERR_UPDATER_NO_FILES_PROVIDED: "unreadable",
  ERR_UPDATER_INVALID_VERSION: "unreadable",
  ERR_UPDATER_INVALID_UPDATE_INFO: "unreadable",
  ERR_UPDATER_INVALID_SIGNATURE: "bad-signature",
  ENOSPC: "disk-full",
  EACCES: "not-writable",
  EPERM: "not-writable",
  EROFS: "not-writable",
};
const networkErrorPattern =
  /net::ERR_|\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH)\b|timed out|has been aborted/;

/** Classifies an error of the updater. */
export function classifyUpdateError(error: unknown): UpdateErrorKind {
  if (error instanceof UpdateFailure) return error.reason;
  const { code, statusCode, message } = Object(error) as Record<string, unknown>;
  if (statusCode === 404) return "not-found";
  if (typeof statusCode === "number") return "server-error";
  const knownReason = typeof code === "string" ? reasonByCode[code] : undefined;
  if (knownReason !== undefined) return knownReason;
  return networkErrorPattern.test(`${String(code)} ${String(message)}`) ? "unreachable" : "unexpected";
}
