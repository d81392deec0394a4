import { isInBrowser } from "./bridge.js";

/** Names reserved for examples and tests never resolve, so they are not requested. */
const reservedName = /\.(example|invalid|test|localhost)$/;

/**
 * The local address of a web picture's saved copy; null if it is no picture's address. The window never loads
 * pictures from shops.
 */
export function imageSource(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  const isOnWeb = /^https?:$/.test(protocol) && !reservedName.test(hostname);
  const origin = isInBrowser() ? "" : "app://tidemark";
  return isOnWeb ? `${origin}/pictures/${encodeURIComponent(address)}` : null;
}
