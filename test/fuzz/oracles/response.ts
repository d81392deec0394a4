import type { ApiResponse } from "../../support/network.js";
import { type OpenApiDocument, responseErrors, type Validate } from "../../support/openapi.js";

export interface RequestLine {
  /** With the query. */
  readonly path: string;
  readonly method: string;
}

/** The path below the base URL as the engine resolves it, or `null` outside. */
function pathBelowBase(path: string): string | null {
  const { pathname } = new URL(path, "http://127.0.0.1");
  return pathname.startsWith("/v1/") ? pathname.slice("/v1".length) : null;
}

/** A response is below 500 and conforms to the OpenAPI document and the contract. */
export function checkResponse(
  document: OpenApiDocument,
  validate: Validate,
  { path, method }: RequestLine,
  response: ApiResponse,
): void {
  if (response.status >= 500) throw new Error(`${response.status}: ${response.text.slice(0, 500)}`);
  const below = pathBelowBase(path);
  // /docs/errors is an HTML page and not part of the API.
  if (below === null && response.status === 200) return;
  const errors = responseErrors(document, validate, { path: below ?? "(outside)", method }, response);
  if (errors.length > 0) throw new Error(`${response.status}: ${errors.slice(0, 5).join(" ")}`);
}
