/** The title of the cheapest product on a list: what the list is about, and the shop. */
export function listTitle(what: string | null, host: string): string {
  return what === null ? host : `${what} · ${host}`;
}

/** The same with the product's own title in place of the shop. The user may have changed the title of the list. */
export function titleOfListed(title: string, host: string, product: string): string {
  if (title === host) return product;
  const shop = listTitle("", host);
  return listTitle(title.endsWith(shop) ? title.slice(0, -shop.length) : title, product);
}
