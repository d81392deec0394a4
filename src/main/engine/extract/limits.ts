/** Bounds of what is gathered from a page. Shops stay far below; a page beyond them is hostile. */
export const limits = {
  /** Real pages have fewer than 50 levels, browsers stop at 512. An unmatched end tag costs a search through all of them. */
  depth: 1_000,
  elements: 200_000,
  /** Characters of one text, without tags in it. */
  text: 100_000,
  struckNames: 200,
  title: 1_000,
  heading: 300,
  /** A value of a property, or the content of a `<meta>`; of elements within one another, each holds all that are in it. */
  value: 2_000,
  metas: 1_000,
  scripts: 2_000,
  jsonAttributes: 2_000,
  /** Menus of large shops have hundreds of titles. */
  headings: 3_000,
  namedLinks: 1_000,
  /** Of a page that is read as a list. */
  links: 5_000,
  listPrices: 4_000,
  prices: 400,
  /** That stand in attributes only. */
  drawnAmounts: 200,
  /** Words about stock. */
  stocks: 4_000,
  /** Short pieces of text that may speak of stock. */
  pieces: 6_000,
  images: 500,
  labels: 2_000,
  cells: 2_000,
  /** Selected options and boxes. */
  chosen: 500,
  brands: 20,
  addresses: 300,
  address: 2_000,
  /** Properties outside of any item, and items that claim some. */
  orphans: 2_000,
  references: 200,
  /** Characters of a script with data about products, and of one with the state of a whole page. */
  data: 2 * 1_024 * 1_024,
  state: 4 * 1_024 * 1_024,
  states: 60,
  /** Of one source. */
  products: 200,
  /** Of one product: shop systems allow 2,048 variants. */
  offers: 2_048,
} as const;
