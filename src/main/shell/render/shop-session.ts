import { type Session, session } from "electron";

/** Each purpose has its own in-memory session, which shares nothing with the window. */
export type ShopPurpose = "render" | "pick";

const known = new WeakSet<Session>();

/** Returns the session, without the permissions and features that a shop's page does not need. */
export function shopSession(purpose: ShopPurpose): Session {
  const own = session.fromPartition(`tidemark-shop-${purpose}`, { cache: false });
  if (known.has(own)) return own;
  known.add(own);
  own.setPermissionCheckHandler(() => false);
  own.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  own.setDevicePermissionHandler(() => false);
  own.setSpellCheckerEnabled(false);
  own.on("will-download", (event) => event.preventDefault());
  return own;
}

/** Whether the session belongs to a shop's page rather than to the app's window. */
export function isShopSession(own: Session): boolean {
  return known.has(own);
}
