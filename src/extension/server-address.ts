/** Addresses within a house, to which a key may travel unencrypted. */
const privateHost =
  /^(?:localhost|[^.:[\]]+|.+\.(?:local|lan|home|internal|home\.arpa)|(?:10|127)(?:\.\d+){3}|192\.168(?:\.\d+){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d+){2}|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])(?:\.\d+){2}|\[(?:::1|f[cd][\da-f]{2}:.+|fe80:.+)\])$/;

/**
 * The origin of a server whose address was typed, as `tidemark.lan:47125` or `https://prices.example`; null if it is no
 * address, or if a key would travel unencrypted outside the house. A private host without a scheme has `http:`, others
 * have `https:`.
 */
export function parseServer(typed: string): string | null {
  const text = typed.trim();
  if (text === "" || /\s/.test(text)) return null;
  const address = /^\w+:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, host, username, password } = new URL(address);
  if (username !== "" || password !== "" || hostname === "") return null;
  const isPrivate = privateHost.test(hostname);
  if (protocol === "https:" || (address !== text && !isPrivate)) return `https://${host}`;
  return protocol === "http:" && isPrivate ? `http://${host}` : null;
}
