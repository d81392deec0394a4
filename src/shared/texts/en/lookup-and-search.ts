/** The box at the top of the window. */
export const lookup = {
  label: "Look up a product",
  placeholder: "Paste a link, barcode or ASIN, or type a few words",
  suggestions: "Suggestions",
  /** Before the words that were typed. */
  lookUp: "Look up",
  pasted: (links: string) => `You pasted ${links}.`,
  addAll: "Add and watch all",
  addFrom: (host: string) => `Add and watch this page of ${host}`,
};

/** What can be done from the box at the top, beside looking something up. */
export const commands = {
  goTo: (place: string) => `Go to ${place}`,
  settingsOf: (part: string) => `Settings: ${part}`,
  addMany: "Add many",
  checkAll: "Check all prices now",
  light: "Use the light theme",
  dark: "Use the dark theme",
  systemTheme: "Use the system’s theme",
  english: "Language: English",
  german: "Language: German (Deutsch)",
  shortcuts: "Show keyboard shortcuts",
  dataFolder: "Show the data folder",
  none: "No command has these words. Type > alone to see all.",
  hint: "Type > for all commands",
};

/** The search page and its results. */
export const search = {
  about: "Look a product up to see who sells it, what it has cost, and whether to buy now or wait.",
  waysToStart: "Ways to start",
  ways: {
    paste: {
      title: "Paste a link or barcode",
      text: "Any shop’s product page, a UPC or EAN, an ASIN, a model number.",
    },
    words: {
      title: "Search for “headphones”",
      text: "A few words are enough: a brand, a model, a kind of product.",
    },
    deals: {
      title: "Browse the deals",
      text: "Prices that are low against their own history, graded A to F.",
    },
    many: {
      title: "Add many",
      text: "A list of links, barcodes or ASINs, pasted or from a file.",
    },
  },
  recent: "Recently viewed",
  resultsFor: (query: string) => `Results for “${query}”`,
  underWay: "Searching…",
  searching: "Searching",
  products: "Products",
  corrected: (query: string) => `Nothing here is called “${query}”. Did you mean this?`,
  sorts: {
    match: "Best match",
    price: "Lowest price",
    grade: "Best grade",
    drop: "Furthest under its usual price",
    rating: "Best rated",
  },
  brand: "Brand",
  allBrands: "All brands",
  notHere: (query: string) => `No product found for “${query}”`,
  onlyHere:
    "Tidemark searched the products that it knows. Find the product at a shop, copy the link, and paste it into the box above to watch it.",
  searchWeb: "Search the web",
  changeWords: "Change the words",
  addFrom: (host: string) => `Add from ${host}`,
  lookUpElse: "Look up something else",
  unknownLink: "No product has this link yet.",
  mistypedLink: "This looks like a link with a typing error. Copy it again from the browser’s address bar.",
  unknownBarcode:
    "The barcode is valid, but Tidemark does not know the product yet. Find it at a shop, and paste the link of its page into the box above to watch it.",
  mistypedBarcode: "The last digit does not fit the others, so a digit of this barcode is probably mistyped.",
  unknownAsin: "No product on this computer has this ASIN.",
};

/** Adding links: what each card says, and what only the shopper can answer. */
export const adding = {
  title: "Add several at once",
  /** Over the cards of several links. */
  added: "Added links",
  underWay: "Reading the page…",
  watching: "Watching",
  oneQuestion: "One more step",
  addMore: "Add others",
  label: "One per line: links, barcodes or ASINs",
  openFile: "Open file…",
  howTo:
    "Paste a list, drop a file here, or open one: text, a table (CSV), bookmarks, a saved web page, or an export of changedetection.io, PriceBuddy or Tidemark.",
  leftOut: (lines: string) => `Left out: ${lines} without a link or barcode.`,
  addAndWatch: "Add and watch",
  addCount: (count: string) => `Add and watch ${count}`,
  fileTooLarge: (file: string) => `${file} is larger than 8 MB. Split it, or paste the part that you need.`,
  fileUnreadable: (file: string) =>
    `${file} could not be read. Check that it is still there, then open it again.`,
  progress: (watched: string, all: string) => `${watched} of ${all} watched.`,
  /** Several links belong to one product. */
  progressOf: (watched: string, all: string, products: string) =>
    `${watched} of ${all} watched: ${products}.`,
  nowWatched: (products: string) => `${products} watched.`,
  needYou: (links: string) => `Waiting for you: ${links}.`,
  /** The price is one of the next three, or stands alone. */
  joins: (host: string, title: string, price: string) => `${host} joins ${title}: ${price}.`,
  dearer: (price: string, more: string) => `${price}, ${more} dearer than the best`,
  cheaper: (price: string, less: string) => `${price}, ${less} under the best price so far`,
  soldOutAt: (price: string) => `${price}, out of stock`,
  samePrice: (price: string) => `${price}, the same as the best price so far`,
  otherTitle: (title: string) => `Its page says “${title}”. If that is another product, undo it.`,
  another: "Add another shop",
  anotherLink: "Link of the same product at another shop",
  /** Before the product's title. */
  anotherFor: "Another shop for",
  thisShop: (host: string, price: string) => `${host}: ${price}.`,
  nextOpen: "Show the next one",
  drop: "Remove from the list",
  tryAll: "Try all again",
  /** Links of one shop. */
  linksOf: (shop: string, links: string) => `${shop}: ${links}`,
  earlier: "Still waiting for you",
  dropOpen: "Remove open links",
  droppedOpen: (links: string) => `Removed ${links}.`,
  change: "Change",
  outOfStock: "Out of stock now. Tidemark keeps checking.",
  outOfStockAt: (price: string) => `Out of stock now, last known at ${price}. Tidemark keeps checking.`,
  targetForAll: (percent: string) => `Alert me at ${percent} less, for all`,
  targetsForAll: "All have a target",
  targetsFor: (count: string, all: string) => `${count} of ${all} have a target`,
  undoAll: (count: string) => `Remove all ${count}`,
  waitsInLine: "Waiting its turn…",
  waitsUntil: (host: string, time: string) =>
    `Waiting its turn: Tidemark visits ${host} again at ${time}, so as not to burden it.`,
  pauseRequested: (host: string, time: string) =>
    `${host} has asked for a pause. Tidemark will read the page at ${time} by itself.`,
  asking: (host: string) => `Asking ${host} for the page…`,
  takesLonger: (host: string) =>
    `Still reading. Tidemark spaces its requests to ${host}, and loads pages that need it in the background.`,
  clickThere: (host: string) => `Click the price in the window that shows ${host}.`,
  how: {
    new: "Watching, checked daily",
    joined: "Added as another shop of a product you have",
    known: "Known already, now watched",
    watched: "You watch this already",
    byHand: "Watching. If checks cannot read the page, the price stays as you entered it",
  },
  toldAt: (price: string) => `You get an alert at ${price} or less.`,
  targetMet: (price: string) => `Your target of ${price} is reached.`,
  noSuchName: "No product on this computer has this name. Paste its link instead, or search for it.",
  isAnother: (host: string) =>
    `This page of ${host} belongs to another product on your list. If both are the same, merge them.`,
  mergeBoth: "Merge the two",
  openOther: "Open the other product",
  unreadOffline: "You are offline. The page will be read once you are back.",
  notRead: (host: string) => `The price on ${host} could not be read`,
  soldOut: (title: string) => `${title} is out of stock`,
  watchUntilBack: "Watch until it is back",
  /** For several at once. */
  allSoldOut: (products: string) => `${products} are out of stock`,
  soldOutAbout:
    "The pages show no price meanwhile. Watch them, and you get an alert for each product that is back.",
  watchAllUntilBack: "Watch until they are back",
  unread: {
    captcha: "The shop asks for a captcha. Open the page in your browser, or try another shop.",
    "bot-wall": "The shop blocks automated visits. Open the page in your browser, or try another shop.",
    "rate-limit": "The shop asks for fewer visits. Try again later.",
    refused: "The shop blocks automated visits. Open the page in your browser, or try another shop.",
    "log-in": "The shop shows the page only after a log-in. Try another shop.",
    missing: "The page no longer exists. Check that the link leads to the product’s own page.",
    error: "The shop shows an error page. Try again later.",
    age: "The shop asks for your age first. Open the page in your browser, or try another shop.",
    country: "The shop asks for your country first. Use the link that it shows once you have selected one.",
    consent: "The shop asks about cookies first. Open the page in your browser, or try another shop.",
    "no-product":
      "No price was found that clearly belongs to one product. If the page lists several products, open one and paste its link.",
    "old-recipe": "The price is no longer where you clicked on this shop’s pages. Click it once more.",
    "lost-click": "The price you clicked could not be found on the page again. Click another part of it.",
    "out-of-stock":
      "The page shows no price while the product is out of stock. Watch it, and you get an alert when it is back.",
    timeout: "The shop did not answer in time. Try again later.",
    network: "The shop could not be reached. Check your connection and the address, then try again.",
    tls: "No secure connection to the shop could be made. Check the address.",
    "too large":
      "The page is too large to be read as it is sent. In the background, only what it shows is read.",
    "not a web page": "The link leads to a file, not to a web page. Check that it is the product’s own page.",
    "refused redirect": "The link leads to a private network, where shops never are. Check the address.",
    crashed: "The page could not be opened in the background. Try again.",
  },
  wasRendered: "Loading it in the background did not help either.",
  tryHidden: "Load it in the background",
  openInBrowser: "Open in my browser",
  clickPrice: "Click the price",
  byHand: "Enter the price",
  currency: "Currency",
  sameForOthers: (links: string) => `The same for ${links} with this question`,
  otherCurrency: "Another currency…",
  watchIt: "Watch it",
  allowTitle: "Allow this address?",
  /** After the host. */
  isPrivate:
    "is on a private network or on this computer, where there are normally no shops. Allow it only if you know the page; you can undo that in Settings.",
  allow: (host: string) => `Allow ${host} and add the page`,
  /** After the host, on a paired device. */
  isPrivateElsewhere:
    "is on a private network, where there are normally no shops. Allow it on Tidemark’s computer under Settings → Shops, or on a server with --allow-host; the page is then added.",
  otherSize: "Another size?",
  /** `price`: null while the page shows none. */
  sizesDiffer: (page: string, price: string | null, product: string) =>
    `This page sells ${page}${price === null ? "" : ` for ${price}`}; the product is ${product}.`,
  watchSeparately: "Watch it as a product of its own",
  addAnyway: "Add it anyway",
  whichPrice: "Which price is meant?",
  severalPrices: "The page has several prices. Which one do you want to watch?",
  onePrice: "The page does not say clearly what it costs. Is this the price?",
  onLine: (words: string) => `“${words}”`,
  spots: {
    "above-name": "Above the product’s name",
    "below-name": "Below the product’s name",
    data: "Only in the page’s data, not shown",
  },
  ends: { lowest: "Lowest price", highest: "Highest price" },
  nth: (number: number, count: number) => `${number} of ${count}`,
  noneOfThese: "None of these? Click the price on the page",
  whichTarget: "Which target?",
  targetDiffers: (target: string, price: string) => `The target is ${target}, but the page says ${price}.`,
  targetInTwoWays: (one: string, other: string, price: string) =>
    `Is the target ${one} or ${other}? The page says ${price}.`,
  targetInstead: (price: string) => `Target ${price}`,
  noTarget: "Watch without a target",
  whichCurrency: "Which currency is it?",
  sharedSign: (sign: string) =>
    `Several currencies use the sign “${sign}”, and the page does not say which it means.`,
  noCurrency: (price: string) => `The page says ${price}, without a currency.`,
  noWindow: "The page could not be opened in a window.",
};
