import { app } from "electron";
import { z } from "zod";
import { productKey } from "../../shared/app/primitives.js";
import type { Log } from "./log.js";

/**
 * Web pages open the app with links such as `tidemark://add?url=https%3A%2F%2Fshop.example%2Fp%2F1`, and the browser extension
 * with `tidemark://show?product=…`.
 */
export const deepLinkScheme = "tidemark";

const maxUrlChars = 2_000;

export function isDeepLink(text: string): boolean {
  return text.toLowerCase().startsWith(`${deepLinkScheme}:`);
}

/** What a deep link asks for: to add a product page, or to show a product. */
export const deepLink = z.discriminatedUnion("action", [
  z.object({ action: z.literal("add"), url: z.url({ protocol: /^https?$/ }).max(4_096) }),
  z.object({ action: z.literal("show"), productKey }),
]);
export type DeepLink = z.infer<typeof deepLink>;

function pageToAdd(page: string | null): string | null {
  if (page === null || page.length > maxUrlChars || !URL.canParse(page)) return null;
  const { protocol, username, password, href } = new URL(page);
  const isPage = protocol === "https:" || protocol === "http:";
  return isPage && username === "" && password === "" ? href : null;
}

/**
 * Parses a deep link; `null` for one with another action. Any web page can contain such a link, so callers must ask the
 * user before they add a page.
 */
export function parseDeepLink(text: string): DeepLink | null {
  if (!isDeepLink(text) || !URL.canParse(text)) return null;
  const link = new URL(text);
  // Browsers disagree on whether `add` is the host or the path.
  const action = (link.host || link.pathname).replaceAll("/", "").toLowerCase();
  const url = pageToAdd(link.searchParams.get("url"));
  const request = { action, url, productKey: link.searchParams.get("product") };
  return deepLink.safeParse(request).data ?? null;
}

/** Registers the app for `tidemark:` links, and handles those that macOS delivers as an event. */
export function setupDeepLinks(onLink: (link: DeepLink) => void, log: Log): void {
  // A checkout has no executable of its own to register; links stay with the installed app.
  if (app.isPackaged && !app.setAsDefaultProtocolClient(deepLinkScheme))
    log(`The app could not be registered for ${deepLinkScheme}: links.`);
  app.on("open-url", (event, text) => {
    event.preventDefault();
    const link = parseDeepLink(text);
    if (link === null) log("Ignored a deep link with an unknown action.");
    else onLink(link);
  });
}
