/** Names that are reserved for examples and tests never resolve: asking for them would only make noise. */
const reservedName = /\.(example|invalid|test|localhost)$/;

/** An address that the window may load a picture from; null for anything else. */
export function imageSource(address: string | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" && !reservedName.test(hostname) ? address : null;
}
