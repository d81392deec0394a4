/** The first page, and what a search finds. */
export const search = {
  question: "Is it a good price?",
  about: "Look a product up to see who sells it, what it has cost, and whether to buy now or wait.",
  waysToStart: "Ways to start",
  ways: {
    paste: {
      title: "Paste a link or barcode",
      text: "Any shop's product page, a UPC or EAN, an ASIN, a model number.",
    },
    words: {
      title: "Search for “headphones”",
      text: "A few words are enough: a brand, a model, a kind of thing.",
    },
    deals: {
      title: "Browse the deals",
      text: "Prices that are low against their own history, graded A to F.",
    },
    many: {
      title: "Look up many",
      text: "A list of links, barcodes or ASINs, pasted or from a file.",
    },
  },
  recent: "Looked at just now",
  allDeals: "All deals",
  hotDeals: "Hot deals",
  dealsAppear: "Deals appear as prices are recorded. Settings can load a sample market to look around in.",
  resultsFor: (query: string) => `Results for “${query}”`,
  bestFirst: (products: string) => `${products} · best match first`,
  underWay: "Searching…",
  searching: "Searching",
  products: "Products",
  nothingFor: (query: string) => `Nothing found for “${query}”`,
  otherWords: "Try fewer or other words: a brand, a model number, or what kind of thing it is.",
  changeWords: "Change the words",
  noMatch: "No product matches",
  lookUpElse: "Look up something else",
  unknownLink: "No product in your catalogue is listed at this link yet.",
  unknownBarcode: "This barcode is well formed, but no product in your catalogue carries it.",
  mistypedBarcode: "The last digit does not fit the others, so a digit of this barcode is probably mistyped.",
  unknownAsin: "No product in your catalogue carries this ASIN.",
};
