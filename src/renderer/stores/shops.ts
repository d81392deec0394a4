import { useEffect } from "react";
import { saveShops } from "../lib/shop-name.js";
import { useAnswer } from "./answers.js";

/** Follows the names of shops, for the whole window. */
export function useShopNames(): void {
  const { data } = useAnswer("shops.list", {});
  useEffect(() => saveShops(data?.shops ?? []), [data]);
}
