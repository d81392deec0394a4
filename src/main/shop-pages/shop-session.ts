import { type Session, session } from "electron";
import type { ShopPurpose } from "../../shared/node/page-traffic.js";

const shopSessions = new WeakSet<Session>();

/** Returns the in-memory session of a purpose, which shares nothing with the window: without the permissions and features that a shop's page does not need. */
export function getShopSession(purpose: ShopPurpose): Session {
  const isolated = session.fromPartition(`tidemark-shop-${purpose}`, { cache: false });
  if (shopSessions.has(isolated)) return isolated;
  shopSessions.add(isolated);
  isolated.setPermissionCheckHandler(() => false);
  isolated.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  isolated.setDevicePermissionHandler(() => false);
  isolated.setSpellCheckerEnabled(false);
  isolated.on("will-download", (event) => event.preventDefault());
  return isolated;
}

/** Whether the session belongs to a shop's page rather than to the app's window. */
export function isShopSession(candidate: Session): boolean {
  return shopSessions.has(candidate);
}
