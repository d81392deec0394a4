import {
  isLocalName,
  isLoopbackHost,
  isPublicAddress,
  literalAddress,
} from "../../../../shared/node/address-guard.js";
import type { ReadDb } from "../../db/store.js";
import { allUpstreams, type StoredUpstream, upstreamById } from "../../db/upstreams/upstream.js";
import { notFound, refuse } from "../request/contract-error.js";

/** This computer or the local network, where a key may be sent without TLS. */
function isLocalNetwork(url: URL): boolean {
  const literal = literalAddress(url);
  return literal === null ? isLocalName(url.hostname) : !isPublicAddress(literal);
}

/** Normalizes an upstream's base URL: no trailing slash, and `/v1` if it has no path. Throws `ERR_INVALID_PARAMS`. */
export function parseBaseUrl(text: string): string {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) throw refuse("noServiceAddress");
  const url = new URL(trimmed);
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refuse("serviceScheme");
  if (url.username !== "" || url.password !== "") throw refuse("serviceLogin");
  if (url.protocol === "http:" && !isLocalNetwork(url)) throw refuse("serviceUnencrypted");
  const path = url.pathname.replace(/(?<!\/)\/+$/, "");
  return url.origin + (path === "" ? "/v1" : path);
}

/** Throws `ERR_ENDPOINT_NOT_FOUND` if the upstream has been removed. */
export function requireUpstream(db: ReadDb, id: string): StoredUpstream {
  const upstream = /^\d{1,15}$/.test(id) ? upstreamById(db, Number(id)) : undefined;
  if (upstream === undefined)
    throw notFound("This service is no longer connected.", "Reload the list of services.");
  return upstream;
}

/** A key is one word: a stray quote or line break would end up in a header. */
const apiKeyPattern = /^[\x21-\x7e]{8,300}$/;

/** Throws if the text cannot be a key. */
export function parseApiKey(text: string): string {
  const key = text.trim();
  if (apiKeyPattern.test(key) && !/["']/.test(key)) return key;
  throw refuse("noServiceKey");
}

/** Throws if another upstream uses the address. */
export function assertNewAddress(db: ReadDb, baseUrl: string, replaced: StoredUpstream | null): void {
  if (allUpstreams(db).some((upstream) => upstream.id !== replaced?.id && upstream.baseUrl === baseUrl))
    throw refuse("serviceConnected");
}

/** Parses the address of an upstream, or the new one of `replaced`. Throws if it cannot be one. */
export function validateBaseUrl(
  { db, baseUrl: ownBaseUrl }: { readonly db: ReadDb; readonly baseUrl: () => string },
  text: string,
  replaced: StoredUpstream | null,
): string {
  const baseUrl = parseBaseUrl(text);
  const { port, hostname } = new URL(baseUrl);
  if (isLoopbackHost(hostname) && port === URL.parse(ownBaseUrl())?.port) throw refuse("ownAddress");
  assertNewAddress(db, baseUrl, replaced);
  return baseUrl;
}
