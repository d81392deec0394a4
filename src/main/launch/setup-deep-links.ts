import { app } from "electron";
import { deepLinkScheme, parseDeepLink } from "./deep-link.js";
import type { Log } from "./log.js";

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
