import { isIP } from "node:net";

const maxCookies = 50;
const maxCookieLength = 4_096;

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** Without it, the cookie belongs to the subdomains of `domain`, too. */
  readonly isHostOnly: boolean;
  readonly path: string;
  readonly isSecure: boolean;
}

function isWithinDomain(host: string, domain: string): boolean {
  return host === domain || (isIP(host) === 0 && host.endsWith(`.${domain}`));
}

function isWithinPath(path: string, parent: string): boolean {
  return path === parent || path.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}

function defaultPath({ pathname }: URL): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")));
}

function isSecureUrl(url: URL): boolean {
  return url.protocol === "https:";
}

/** Whether the cookie is deleted at once. Later expiry dates do not matter within one visit. */
function isExpired(attributes: ReadonlyMap<string, string>, nowMs: number): boolean {
  const maxAge = attributes.get("max-age");
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  return Date.parse(attributes.get("expires") ?? "") <= nowMs;
}

/**
 * The cookies of one visit (RFC 6265). A cookie for a wider domain is only believed for the host that sets it and
 * that host's subdomains: without a list of public suffixes, `co.uk` cannot be told from a shop's domain.
 */
export class CookieJar {
  readonly #cookies = new Map<string, Cookie>();

  /** Reads the `Set-Cookie` headers of a response from `url`. */
  store(headers: readonly string[], url: URL, nowMs: number): void {
    for (const header of headers) this.#storeOne(header, url, nowMs);
  }

  #storeOne(header: string, url: URL, nowMs: number): void {
    if (header.length > maxCookieLength) return;
    const [pair = "", ...rest] = header.split(";");
    const equals = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, equals)).trim();
    if (name === "") return;
    const attributes = new Map(
      rest.map((part) => {
        const [key = "", ...value] = part.split("=");
        return [key.trim().toLowerCase(), value.join("=").trim()] as const;
      }),
    );
    const isSecure = attributes.has("secure");
    if (isSecure && !isSecureUrl(url)) return;
    const domain = (attributes.get("domain") ?? "").replace(/^\./, "").toLowerCase();
    if (domain !== "" && !isWithinDomain(url.hostname, domain)) return;
    const path = attributes.get("path") ?? "";
    const cookie: Cookie = {
      name,
      value: pair.slice(equals + 1).trim(),
      domain: url.hostname,
      isHostOnly: domain === "",
      path: path.startsWith("/") ? path : defaultPath(url),
      isSecure,
    };
    const key = JSON.stringify([cookie.domain, cookie.path, name]);
    if (isExpired(attributes, nowMs)) this.#cookies.delete(key);
    else if (this.#cookies.has(key) || this.#cookies.size < maxCookies) this.#cookies.set(key, cookie);
  }

  /** The `Cookie` header of a request; `null` if no cookie belongs to the address. */
  header(url: URL): string | null {
    const pairs = [...this.#cookies.values()]
      .filter(
        ({ domain, isHostOnly, path, isSecure }) =>
          (isHostOnly ? url.hostname === domain : isWithinDomain(url.hostname, domain)) &&
          isWithinPath(url.pathname, path) &&
          (!isSecure || isSecureUrl(url)),
      )
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`);
    return pairs.length === 0 ? null : pairs.join("; ");
  }
}
