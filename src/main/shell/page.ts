/** The window's page is served under a scheme of its own: a solid origin, unlike `file:`, and reachable by nobody else. */
export const appScheme = "app";
const appHost = "tidemark";
const ownPage = `${appScheme}://${appHost}/index.html`;

/** Where the window's one page is. */
export interface Page {
  readonly url: string;
  /** The development server's page, which needs inline scripts and a web socket. */
  readonly isDevelopment: boolean;
}

export function choosePage(developmentUrl: string | undefined, isPackaged: boolean): Page {
  if (!isPackaged && developmentUrl) return { url: new URL("/", developmentUrl).href, isDevelopment: true };
  return { url: ownPage, isDevelopment: false };
}

/** Whether `url` is the page itself, whatever its fragment. Any other document, also of the same origin, is not. */
export function isPage(page: Page, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const asked = new URL(url);
  asked.hash = "";
  return asked.href === page.url;
}

/** Whether `url` belongs to the page: its scripts, styles and images. */
export function isOfPage(page: Page, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const asked = new URL(url);
  const own = new URL(page.url);
  // `origin` is "null" for schemes that the URL parser does not know, such as our own.
  if (asked.protocol === own.protocol && asked.host === own.host) return true;
  return page.isDevelopment && asked.protocol === "ws:" && asked.host === own.host;
}
