/** Names that are reserved for examples and tests never resolve: asking for them would only make noise. */
const reservedName = /\.(example|invalid|test|localhost)$/;

/**
 * Where the window finds the kept copy of a picture on the web; null for what is no picture's address. Nothing is loaded
 * from shops directly.
 */
export function imageSource(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  const isOnWeb = /^https?:$/.test(protocol) && !reservedName.test(hostname);
  return isOnWeb ? `app://tidemark/pictures/${encodeURIComponent(address)}` : null;
}
