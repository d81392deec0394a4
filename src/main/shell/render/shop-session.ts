import { type Session, session } from "electron";

/** Pages of shops have sessions of their own, in memory: nothing of the window's, nothing kept. */
export type ShopPurpose = "render" | "pick";

const known = new WeakSet<Session>();

/** Made when it is first needed, with everything taken from it that a page showing a price does not need. */
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

/** Whether contents belong to a shop's page; the window's own lock is not for them. */
export function isShopSession(own: Session): boolean {
  return known.has(own);
}
