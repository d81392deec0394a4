/** The keys of products or rows, in their order. */
export function keysOf(products: readonly { readonly product_key: string }[]): string[] {
  return products.map((each) => each.product_key);
}
