import { app } from "electron";
import type { Log } from "./log.js";
/** Web pages open the app with links such as `tidemark://add?url=https%3A%2F%2Fshop.example%2Fp%2F1`. */
export const deepLinkScheme = "tidemark";

const maxUrlChars = 2_000;

export function isDeepLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${deepLinkScheme}:`);
}

/**
 * The product page that a deep link asks to add, or `null` for any other link. Any web page can contain such a link, so
 * callers must ask the user first.
 */
export function parseDeepLink(text: string): string | null {
  if (!isDeepLink(text) || !URL.canParse(text)) return null;
  const link = new URL(text);
  // Browsers disagree on whether `add` is the host or the path.
  const action = (link.host || link.pathname).replaceAll("/", "").toLowerCase();
  const page = link.searchParams.get("url");
  if (action !== "add" || page === null || page.length > maxUrlChars || !URL.canParse(page)) return null;
  const { protocol, username, password, href } = new URL(page);
  const isPage = protocol === "https:" || protocol === "http:";
  return isPage && username === "" && password === "" ? href : null;
}

/** Registers the app for `tidemark:` links, and handles those that macOS delivers as an event. */
export function setupDeepLinks(onPage: (url: string) => void, log: Log): void {
  // A checkout has no executable of its own to register; links stay with the installed app.
  if (app.isPackaged && !app.setAsDefaultProtocolClient(deepLinkScheme))
    log(`The app could not be registered for ${deepLinkScheme}: links.`);
  app.on("open-url", (event, link) => {
    event.preventDefault();
    const url = parseDeepLink(link);
    if (url === null) log("Ignored a deep link with an unknown action.");
    else onPage(url);
  });
}
