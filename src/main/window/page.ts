/** The page has its own scheme: a proper origin, unlike `file:`, which no other program can reach. */
export const appScheme = "app";
const appHost = "tidemark";
const packagedPageUrl = `${appScheme}://${appHost}/index.html`;

/** The location of the window's only page. */
export interface Page {
  readonly url: string;
  /** The development server's page, which needs inline scripts and a web socket. */
  readonly isDevelopment: boolean;
}

export function resolvePage(developmentUrl: string | undefined, isPackaged: boolean): Page {
  if (!isPackaged && developmentUrl) return { url: new URL("/", developmentUrl).href, isDevelopment: true };
  return { url: packagedPageUrl, isDevelopment: false };
}

/** Whether `url` is the page itself, with any fragment, rather than another document of the same origin. */
export function isPage(page: Page, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href === page.url;
}

/** Whether `url` is the page or one of its own scripts, styles and images. */
export function belongsToPage(page: Page, url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  const pageUrl = new URL(page.url);
  // Not by `origin`, which is "null" for custom schemes such as ours.
  if (parsed.protocol === pageUrl.protocol && parsed.host === pageUrl.host) return true;
  return page.isDevelopment && parsed.protocol === "ws:" && parsed.host === pageUrl.host;
}

/** The facts about the sender of an IPC message that decide whether it is trusted. */
interface Sender {
  /** Whether the message came from the app's own window rather than other web contents. */
  readonly isOwnWindow: boolean;
  /** `null` if the frame no longer exists. */
  readonly url: string | null;
  readonly isMainFrame: boolean;
}

/** Trusts only the app's own page, in the main frame of the app's own window. */
export function isTrusted(sender: Sender, page: Page): boolean {
  return sender.isOwnWindow && sender.isMainFrame && sender.url !== null && isPage(page, sender.url);
}
