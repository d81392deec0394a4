import { extensionOrigin } from "../../../shared/app/device-access.js";

export interface ApiAddress {
  /** On 127.0.0.1. */
  readonly port: number;
  /** Origin of the user's reverse proxy, such as `https://prices.example`; null without one. */
  readonly publicOrigin: string | null;
}

export const apiRoot = "/v1";
export const ownerRoot = "/app/v1";

/** Whether a browser extension calls the owner API. */
export function isExtension(path: string, origin: string | undefined): origin is string {
  return path.startsWith(`${ownerRoot}/`) && origin !== undefined && extensionOrigin.test(origin);
}

export function loopbackOrigin(port: number): string {
  return `http://127.0.0.1:${port}`;
}

export function loopbackBaseUrl(port: number): string {
  return loopbackOrigin(port) + apiRoot;
}

/** The origin for links in responses: other computers cannot follow a link to this one's loopback address. */
export function linkOrigin({ port, publicOrigin }: ApiAddress): string {
  return publicOrigin ?? loopbackOrigin(port);
}
