import { recipeHost } from "../../../../shared/recipe/recipe.js";
import { saveShopWay, shopWay } from "../../db/pages/shop-way.js";
import { type ReadDb, write } from "../../db/store.js";
import type { Clock } from "../../domain/clock.js";
import type { ShopWays } from "../../sources/page/both-ways.js";

/** The ways of fetching in the database. */
export function storedShopWays(db: ReadDb, clock: Clock): ShopWays {
  return {
    find: (url) => shopWay(db, recipeHost(new URL(url))),
    save: (url, way) => write(db, (tx) => saveShopWay(tx, recipeHost(new URL(url)), way)),
    nowMs: () => clock.now(),
  };
}
