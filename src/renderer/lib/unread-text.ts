import type { AddLinkResult } from "../../shared/app/pages.js";
import { texts } from "./texts.js";

/** Why a page's price could not be read, and the next step. Rare causes have only the engine's English sentence. */
export function unreadText(page: Extract<AddLinkResult, { outcome: "unread" }>): string {
  const { cause, reason, advice } = page;
  if (cause === "network" && !navigator.onLine) return texts().adding.unreadOffline;
  return cause === null ? [reason, advice].filter(Boolean).join(" ") : texts().adding.unread[cause];
}
