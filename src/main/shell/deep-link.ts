/** Links of this scheme open the app from a web page: `tidemark://add?url=https%3A%2F%2Fshop.example%2Fp%2F1`. */
export const deepLinkScheme = "tidemark";

const longestUrl = 2_000;

export function isDeepLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${deepLinkScheme}:`);
}

/**
 * The product page that a deep link asks to add, or `null` where it asks for nothing that can be done. Any web page can
 * make such a link: it names a page, and the shopper decides.
 */
export function pageOfDeepLink(text: string): string | null {
  if (!isDeepLink(text) || !URL.canParse(text)) return null;
  const link = new URL(text);
  // Browsers differ in whether what follows the slashes is a host or a path.
  const action = (link.host || link.pathname).replaceAll("/", "").toLowerCase();
  const page = link.searchParams.get("url");
  if (action !== "add" || page === null || page.length > longestUrl || !URL.canParse(page)) return null;
  const { protocol, username, password, href } = new URL(page);
  const isPage = protocol === "https:" || protocol === "http:";
  return isPage && username === "" && password === "" ? href : null;
}
