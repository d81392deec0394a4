import { isAllowedHost, isPublicUrl } from "../../../shared/address-guard.js";
import type { ShopPurpose } from "./shop-session.js";

/** What a hidden page does without: it is read, not looked at. By Chromium's names. */
const unseen = new Set(["image", "media", "font", "object", "ping", "cspReport"]);
const network = new Set(["http:", "https:", "ws:", "wss:"]);
/** Made by the page itself. */
const own = new Set(["data:", "blob:"]);

export type RequestVerdict = "allowed" | "unwanted" | "private";

/** What a shop's page may fetch, as far as the address itself tells. What its name leads to, the proxy checks. */
export function judgeRequest(
  purpose: ShopPurpose,
  { url, resourceType }: { readonly url: string; readonly resourceType: string },
  allowedHosts: ReadonlySet<string>,
): RequestVerdict {
  if (!URL.canParse(url)) return "unwanted";
  const address = new URL(url);
  if (purpose === "render" && unseen.has(resourceType)) return "unwanted";
  if (own.has(address.protocol)) return "allowed";
  if (!network.has(address.protocol)) return "unwanted";
  return isAllowedHost(address, allowedHosts) || isPublicUrl(address) ? "allowed" : "private";
}

/** Where a shop's page may lead: other pages of the web. */
export function isWebPage(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}
