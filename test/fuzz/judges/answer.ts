import type { ApiResponse } from "../../support/network.js";
import type { OpenApiDocument, Validate } from "../../support/openapi.js";
import { responseErrors } from "../../support/openapi.js";
import { Wrong } from "../machinery/target.js";

export interface SentRequest {
  /** Whole, with its query. */
  readonly path: string;
  readonly method: string;
}

/** The path below the base URL as the engine understands it; `null` outside. */
function pathBelow(path: string): string | null {
  const { pathname } = new URL(path, "http://127.0.0.1");
  return pathname.startsWith("/v1/") ? pathname.slice("/v1".length) : null;
}

/** Never a fault of the engine's own, and as the document and the contract say. */
export function judgeAnswer(
  document: OpenApiDocument,
  validate: Validate,
  { path, method }: SentRequest,
  answer: ApiResponse,
): void {
  if (answer.status >= 500) throw new Wrong(`${answer.status}: ${answer.text.slice(0, 500)}`, "5xx");
  const below = pathBelow(path);
  // The page on errors is for people.
  if (below === null && answer.status === 200) return;
  const complaints = responseErrors(document, validate, { path: below ?? "(outside)", method }, answer);
  if (complaints.length > 0) throw new Wrong(`${answer.status}: ${complaints.slice(0, 5).join(" ")}`);
}
