/** The box at the top of the window. */
export const lookup = {
  label: "Look up a product",
  placeholder: "Paste a link, barcode or ASIN, or type a few words",
  suggestions: "Suggestions",
  /** Before the words that were typed. */
  lookUp: "Look up",
  pasted: (lines: string) => `You pasted ${lines} lines.`,
  lookAllUp: "Look them all up…",
};

/** What can be done from the box at the top, beside looking something up. */
export const commands = {
  goTo: (place: string) => `Go to ${place}`,
  settingsOf: (part: string) => `Settings: ${part}`,
  lookUpMany: "Look up many",
  checkAll: "Check all prices now",
  light: "Use the light theme",
  dark: "Use the dark theme",
  systemTheme: "Use the system's theme",
  english: "Read in English",
  german: "Read in German (Deutsch)",
  shortcuts: "Show keyboard shortcuts",
  dataFolder: "Show the data folder",
  updates: "Check for updates",
  hint: "Type > for all commands",
};

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

/** Adding a shop's page that the catalogue does not have, and what only the shopper can say about it. */
export const adding = {
  add: "Add this page",
  readingPage: "Reading the page…",
  about: "Tidemark reads its price from the shop's page.",
  progress: {
    reading: (host: string) => `Asking ${host} for the page.`,
    rendering: (host: string) => `Opening ${host} out of sight; this takes up to half a minute.`,
    picking: (host: string) => `Click the price in the window that shows ${host}.`,
  },
  /** To a shopper who has gone elsewhere meanwhile. */
  added: (host: string) => `The page of ${host} is added.`,
  allowTitle: "Allow this address?",
  /** After the host. */
  isPrivate:
    "is inside a private network or on this computer, where pages of shops never are. If you know the page and want it checked, allow its address; Settings can take that back.",
  allow: (host: string) => `Allow ${host} and add the page`,
  whichPrice: "Which price is meant?",
  severalPrices: "The page has several prices. Which one do you mean? Tidemark follows that one from now on.",
  withoutName: "Without a name",
  noneOfThese: "None of these: open the page and click the price",
  noPrice: "No price on the page",
  noPriceOn: (host: string) => `No price found on ${host}`,
  wasRendered: "It was opened in a hidden browser, too. Show Tidemark where the price is.",
  needsBrowser: "Some shops put the price there only when the page runs in a browser.",
  tryHidden: "Try with a hidden browser",
  clickPrice: "Open the page and click the price",
  whichCurrency: "Which currency is it?",
  noCurrency: (price: string) => `The page asks ${price} and does not say in which currency.`,
  currency: "Currency",
  addAt: (price: string) => `Add at ${price}`,
  clickAgain: "Try again, or click another part of the price.",
  noWindow: "The page could not be opened in a window.",
  tryAgain: "Try again.",
};

/** Looking many up at once: the list, and how far it is. */
export const batch = {
  whatToLookUp: "What to look up",
  label: "One on each line: links, barcodes, ASINs, model numbers, names",
  openFile: "Open file…",
  howTo:
    "Paste a list, drop a file here, or open one. A file may be plain text, or a table (CSV) whose first column is read.",
  tooMany: (lines: string, most: string) => `${lines}; at most ${most} go at once. Split the list.`,
  withoutDoubles: (lines: string, duplicates: string) => `${lines}, ${duplicates} left out`,
  /** After the text that counts the lines. */
  waits: ". It can start when the list below is done.",
  lookUp: "Look up",
  lookUpCount: (count: string) => `Look up ${count}`,
  fileTooLarge: (file: string) => `${file} is larger than 1 MB. Split it, or paste the part that you need.`,
  fileUnreadable: (file: string) =>
    `${file} could not be read. Check that it is still there, then open it again.`,
  withEach: "With each product",
  extras: {
    offers: { label: "Offers", note: "who sells it for how much" },
    reviews: { label: "Reviews", note: "the short expert review" },
  },
  runs: {
    running: "Looking up…",
    stopping: "Finishing what was sent…",
    stopped: "Stopped",
    failed: "Not all could be looked up",
    done: "Done",
  },
  goesOn:
    "It goes on while you use other pages. Parts of up to 100 are sent one after the other, as long as Tidemark is open.",
  stop: "Stop",
  goOn: "Go on",
  changeList: "Change the list",
  lookUpOthers: "Look up others",
  lookedUp: "Looked up",
};

/** What a list of look-ups has found, and the lists from before. */
export const results = {
  title: "Results",
  listOf: (time: string) => `List of ${time}`,
  list: "List",
  noReason: "It does not say why it failed.",
  failureAdvice: "Look the list up again.",
  found: (found: string, total: string) => `${found} of ${total} found`,
  /** What the copy button copies. */
  asCsv: "as CSV",
  copyAsCsv: "Copy as CSV",
  saveAsCsv: "Save as CSV",
  showMore: "Show more",
  notFoundCount: (count: string) => `${count} not found`,
  notFound: "Not found",
  linesNotFound: "lines not found",
  notFoundAdvice: "Check them for typing mistakes, or search for a few words.",
  andMore: (count: string) => `…and ${count} more; copy them to see all.`,
  product: "Product",
  lookedUpAs: "Looked up as",
  bestPrice: "Best price",
  review: "Review",
  noOffers: "No offers",
  noReview: "None",
  earlier: "Earlier lists",
  started: "Started",
  size: "Size",
  state: "State",
  openListOf: (time: string) => `Open the list of ${time}`,
  states: { pending: "Waiting", processing: "Running", completed: "Done", failed: "Failed" },
};
