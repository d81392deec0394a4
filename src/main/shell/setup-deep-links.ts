import { app } from "electron";
import { deepLinkScheme, pageOfDeepLink } from "./deep-link.js";
import type { Log } from "./log.js";

/** Makes this app the one that opens `tidemark:` links, and hands on those that macOS sends as an event. */
export function setupDeepLinks(onPage: (url: string) => void, log: Log): void {
  // A checkout has no program of its own to register: the installed app keeps the links.
  if (app.isPackaged && !app.setAsDefaultProtocolClient(deepLinkScheme))
    log(`Links of ${deepLinkScheme}: could not be taken over.`);
  app.on("open-url", (event, link) => {
    event.preventDefault();
    const url = pageOfDeepLink(link);
    if (url === null) log("A link that asks for nothing known was passed over.");
    else onPage(url);
  });
}
