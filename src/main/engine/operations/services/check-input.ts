import { allServices, type StoredService, serviceById } from "../../db/service.js";
import type { ReadDb } from "../../db/store.js";
import { ContractError, invalidParams } from "../contract-error.js";

/** Throws where it has been removed meanwhile. */
export function ownService(db: ReadDb, id: string): StoredService {
  const service = /^\d{1,15}$/.test(id) ? serviceById(db, Number(id)) : undefined;
  if (service === undefined)
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", "This service is not connected any more.", {
      action: "Look at the list of services again.",
    });
  return service;
}

/** A key is one word; a stray quote or a line break in it would be sent as a header. */
const keyShape = /^[\x21-\x7e]{8,300}$/;

/** Throws where it can be no key. */
export function readKey(text: string): string {
  const key = text.trim();
  if (keyShape.test(key) && !/["']/.test(key)) return key;
  throw invalidParams("This is no API key.", "Copy the whole key, without quotes or spaces.");
}

/** Throws where another service is connected at the address. */
export function checkIsNew(db: ReadDb, baseUrl: string, replaced: StoredService | null): void {
  if (allServices(db).some((service) => service.id !== replaced?.id && service.baseUrl === baseUrl))
    throw invalidParams(
      "This service is connected already.",
      "Change its key in the list, if it has another.",
    );
}

/** Throws why the address cannot be a service's. `replaced` is the one that moves there. */
export async function checkedBaseUrl(
  { db, baseUrl: ownBaseUrl }: { readonly db: ReadDb; readonly baseUrl: () => string },
  text: string,
  replaced: StoredService | null,
): Promise<string> {
  // Loaded when it is needed: its lists of networks are nothing for the start.
  const { readBaseUrl } = await import("../../sources/service/base-url.js");
  const read = readBaseUrl(text);
  if (!read.ok) throw invalidParams(read.message, read.action);
  const { port, hostname } = new URL(read.baseUrl);
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  if (isLoopback && port === new URL(ownBaseUrl()).port)
    throw invalidParams(
      "This is this Tidemark's own address.",
      "Enter the address of another server; this one asks itself anyway.",
    );
  checkIsNew(db, read.baseUrl, replaced);
  return read.baseUrl;
}
