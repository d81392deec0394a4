import type { UpdateProblem } from "../../../shared/updates.js";

/** A rejected update, with the reason to show the user. */
export class UpdateFailure extends Error {
  override readonly name = "UpdateFailure";

  constructor(readonly problem: UpdateProblem) {
    super(`The update was rejected: ${problem}`);
  }
}

const byCode: Readonly<Record<string, UpdateProblem>> = {
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
const isOfNetwork =
  /net::ERR_|\b(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|ENETUNREACH|EHOSTUNREACH)\b|timed out|has been aborted/;

/** Classifies an error of the updater. */
export function problemOf(error: unknown): UpdateProblem {
  if (error instanceof UpdateFailure) return error.problem;
  const { code, statusCode, message } = Object(error) as Record<string, unknown>;
  if (statusCode === 404) return "not-found";
  if (typeof statusCode === "number") return "server-fault";
  const known = typeof code === "string" ? byCode[code] : undefined;
  if (known !== undefined) return known;
  return isOfNetwork.test(`${String(code)} ${String(message)}`) ? "unreachable" : "unexpected";
}
