import { ContractError } from "../../operations/contract-error.js";

/**
 * What stops a web page, or a DNS name rebound to this machine, from using a shopper's own API (decision 3): the
 * `Host` must be a loopback name or address with our port, and there must be no `Origin` at all. Programs send
 * neither a foreign host nor an origin; browsers cannot leave them out.
 */
export function checkLoopback(host: string | undefined, origin: string | undefined, port: number): void {
  if (origin !== undefined) throw refused("a web page");
  if (host === undefined || !isOwnHost(host, port)) throw refused("another host name");
}

const loopbackHost = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d{1,5}))?$/i;

function isOwnHost(host: string, port: number): boolean {
  const found = loopbackHost.exec(host);
  return found !== null && Number(found[2] ?? 80) === port;
}

function refused(who: string): ContractError {
  return new ContractError(
    "ERR_METHOD_NOT_ALLOWED",
    `This API is not available to this caller: it was called through ${who}.`,
    { action: "Call it from a program on this computer, at the address that the app shows." },
  );
}
