import { type Session, session } from "electron";

/** Each purpose has its own in-memory session, which shares nothing with the window. */
export type ShopPurpose = "render" | "pick";

const shopSessions = new WeakSet<Session>();

/** Returns the session, without the permissions and features that a shop's page does not need. */
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
