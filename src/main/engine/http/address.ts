/** Where the API is reached. */
export interface ApiAddress {
  /** On loopback. */
  readonly port: number;
  /** Where a reverse proxy offers it to other computers, as `https://prices.example`; null where none does. */
  readonly publicOrigin: string | null;
}

export const apiRoot = "/v1";

export function originAt(port: number): string {
  return `http://127.0.0.1:${port}`;
}

export function baseUrlAt(port: number): string {
  return originAt(port) + apiRoot;
}

/** What answers name: others cannot follow a link to this computer's own loopback. */
export function originOf({ port, publicOrigin }: ApiAddress): string {
  return publicOrigin ?? originAt(port);
}
