import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { allShops, saidOfShop, saveOwnShopName, saveSaidOfShop } from "../../db/pages/shop.js";
import type { StoredOffer } from "../../db/prices/offer.js";
import type { ReadDb, WriteDb } from "../../db/store.js";
import { nameShops, shopNameIn, withVote } from "../../domain/shop-name.js";
import type { SeenShop } from "../../sources/source.js";
import { type ActingContext, performAct } from "../acts/perform-act.js";

/** Saves what a page says of its shop. One without an icon of its own may have one where browsers look for it. */
export function saveSeenShop(
  tx: WriteDb,
  { retailer, url }: Pick<StoredOffer, "retailer" | "url">,
  seen: SeenShop,
): void {
  const known = saidOfShop(tx, retailer);
  const name = seen.name === null ? null : shopNameIn(seen.name);
  const said = {
    name: name === null ? (known?.name ?? null) : withVote(known?.name ?? null, name),
    icon: seen.icon ?? known?.icon ?? new URL("/favicon.ico", url).href,
  };
  const isSame = known?.icon === said.icon && known.name?.name === said.name?.name;
  if (!isSame || known.name?.votes !== said.name?.votes) saveSaidOfShop(tx, retailer, said);
}

export function listShops(db: ReadDb): AppOutput<"shops.list"> {
  const shops = allShops(db);
  const names = nameShops(shops);
  return {
    shops: shops.map(({ host, ownName, icon }) => ({
      host,
      name: names.get(host) ?? host,
      is_own_name: ownName !== null,
      icon,
    })),
  };
}

export function renameShop(
  context: ActingContext,
  { host, name }: AppRequest<"shops.rename">,
): AppOutput<"shops.rename"> {
  const subject = () => ({ title: host, count: 1 });
  return performAct(context, "shops.rename", { subject }, (tx) => {
    saveOwnShopName(tx, host, name);
    return {};
  });
}
