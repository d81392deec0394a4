import { useShop } from "../lib/shop-name.js";
import { ProductImage } from "./product-image.js";

interface ShopNameProps {
  readonly host: string;
}

/** What a shop is called, with its host as a tip: any page can call its shop "Amazon". */
export function ShopName({ host }: ShopNameProps) {
  const { name } = useShop(host);
  return <span title={name === host ? undefined : host}>{name}</span>;
}

/** The icon of a shop, or else the initials of its name. */
export function ShopIcon({ host }: ShopNameProps) {
  const { name, icon } = useShop(host);
  return <ProductImage title={name} category={host} source={icon} size="icon" />;
}
