import { withFullStop } from "../full-stop.js";
import { oneOrMore } from "../plural.js";

/** A product's page: its head, how it is watched, its review, its details. */
export const product = {
  bestPrice: "Best price",
  bestPriceNew: "Best price, new",
  soldOut: "out of stock",
  seen: (age: string) => `Seen ${age}`,
  wrongPrice: "Wrong price?",
  enteredAt: (age: string) => `Entered by hand ${age}`,
  visitedAt: (age: string) => `Seen in your browser ${age}`,
  targetUsed: "Set a target for it",
  /** A price in the shopper's own currency. */
  about: (amount: string) => `about ${amount}`,
  rateOf: (day: string) =>
    `At the European Central Bank’s rate of ${day}. Your bank or card may use a different one.`,
  sinceAdded: "since you added it",
  lastPrice: "Last price",
  watchedOnlyAt: (shop: string, price: string) => `You watch only ${shop}: ${price}`,
  soldOutEverywhere: "Out of stock at every shop",
  /** `currency` is a plural: “US dollars”. */
  soldOutIn: (currency: string) => `Out of stock in ${currency}`,
  costsIn: (currency: string, price: string, shop: string) => `In ${currency} it costs ${price} at ${shop}.`,
  showIn: (currency: string) => `Show prices in ${currency}`,
  tellOfReturn: "Alert me when it is back",
  toldOfReturn: "You get an alert when it is back.",
  openShop: "Open shop",
  nobodySells: "No shop is known to sell it now.",
  target: "Target price",
  targetIn: (currency: string) => `Target price in ${currency}`,
  targetLater: "It counts from the first price in this currency on.",
  suggestedTarget: "Not set yet",
  setTarget: "Set target",
  setAndWatch: "Set and watch",
  underNow: (percent: string) => `${percent} below today’s price`,
  atLowest: "Today’s price is the lowest so far: a lower one may take a while.",
  underLowest: (lowest: string) => `It has never been that low: the lowest so far was ${lowest}.`,
  metNow: (price: string) => `Already reached: today’s price is ${price}.`,
  toldAt: (day: string, time: string) =>
    `Reached. Alert sent ${/^(Today|Yesterday)$/.test(day) ? day.toLowerCase() : `on ${day}`} at ${time}.`,
  targetOff: "Switched off",
  changeTarget: "Change target",
  removeTarget: "Remove target",
  targetChanged: (price: string, before: string) => `The target is now ${price} instead of ${before}.`,
  foundBy: {
    barcode: "Found by barcode",
    asin: "Found by ASIN",
    url: "Found by link",
    model: "Found by model number",
    mpn: "Found by part number",
    name: "Found by name",
  },
  foundByOther: (field: string) => `Found by ${field}`,
  /** After what it was found by. */
  shared: (products: string) => `, which ${products} products share.`,
  seeOthers: "See the others",
  notCompared: "Prices in different currencies are not compared.",
  showApproximate: "Show approximate amounts",
  watching: "Watching",
  beTold: "Get an alert when the price drops",
  linkCopied: "Link copied.",
  nextCheck: (time: string) => `Next check ${time}`,
  lastChecks: "Last checks",
  checkNow: "Check now",
  howOften: "How often",
  where: "Where",
  trouble: {
    blocked: "The shop blocks automated visits. See the price in your browser; checking less often may help.",
    unread:
      "The page does not show clearly what it costs. Click the price once, and Tidemark reads it there from then on.",
    unreachable: "Tidemark tries again by itself. Earlier prices stay.",
    currency:
      "The page shows its price in another currency now. To start over in it removes the shop’s earlier prices.",
    gone: "The shop no longer seems to sell it. Open its page in the browser to make sure.",
  },
  nextTry: (next: string) => `Next try ${next}. Earlier prices stay.`,
  startOver: "Start over in this currency",
  noneReached: (shops: number) => `None of its ${shops} shops could be reached. Is this computer online?`,
  openThisShop: (shop: string) => `Open ${shop}`,
  clickPrice: "Click the price",
  suggestedTargets: "Suggested targets",
  suggested: { lowest: "Lowest", good: "Good", usual: "Usual" },
  review: "Expert review",
  good: "Good",
  lessGood: "Less good",
  bottomLine: "Bottom line:",
  scores: { overall: "Overall", customer: "Customers", professional: "Experts" },
  details: "Details",
  remove: "Remove this product",
  mergeWith: "Merge with another entry…",
  whichOther: "Which other entry is the same product?",
  wordsOfOther: "Words of the other product’s title",
  noneSimilar: "No other product of yours has a similar name. Type a few words of its title.",
  noOther: "No other product matches these words.",
  merge: "Merge",
  mergeAbout: (other: string, kept: string) =>
    `“${other}” and “${kept}” become one product, with the shops, the price history and the alerts of both; where both have a target price, one stays. You can undo it, also later, at the end of its page.`,
  mergeSizes: "Their packs differ in size: the cheaper one may just be the smaller one.",
  /** `place` is its price and shop, or empty. */
  maybeSame: (other: string, place: string) =>
    `You also have “${other}”${place && `, ${place}`}. Is it the same product?`,
  mergeBoth: "Merge the two…",
  areDifferent: "They are different",
  rename: "Rename…",
  newName: "New name",
  undoMerge: (other: string) => `Undo the merge with “${other}”`,
};

/** What the shopper has bought. */
export const bought = {
  title: "Bought",
  act: "I bought it…",
  about:
    "Its other alerts stop. As long as you can return it, Tidemark checks it, and alerts you if it costs less than you paid.",
  price: (currency: string) => `Price paid in ${currency}`,
  on: "Bought on",
  returnDays: "Days to return it",
  at: (shop: string) => `Bought at ${shop}`,
  checkedUntil: (day: string) =>
    `It is checked until ${day}, and you get an alert if it costs less than you paid.`,
  returnOver: (day: string) => `You could return it until ${day}. It is no longer checked.`,
  unchecked: "It is no longer checked.",
  less: (amount: string) => `${amount} less than you paid`,
  more: (amount: string) => `${amount} more than you paid`,
  same: "as much as you paid",
  watchAgain: "Watch again",
  change: "Change…",
  remove: "No longer bought",
  returnBy: (day: string) => `return until ${day}`,
  now: (difference: string) => `now ${difference}`,
  watchedAgain: "watched again",
  paid: (amount: string, products: string) => `${amount} for ${products}.`,
  /** What a saving is measured against. */
  against: { list: "the list price", usual: "the usual price", first: "the first price seen" },
  savedAgainst: (amount: string, what: string, of: string) => `Saved ${amount} against ${what}${of}.`,
  paidOver: (amount: string, what: string, of: string) => `Paid ${amount} more than ${what}${of}.`,
  /** Of how many products it is known; left out for all. */
  of: (known: number, all: number) => ` of ${known} of ${all} products`,
  usualAbout: "The usual price is the median of up to a year before you bought.",
  newest: (shown: string, all: string) => `The newest ${shown} of ${all}.`,
};

/** A product whose history is too short for a verdict. */
export const firstDays = {
  /** `day` is “Today”, “Yesterday” or a date. */
  watchingSince: (day: string) =>
    `Watching since ${/^(Today|Yesterday)$/.test(day) ? day.toLowerCase() : day}.`,
  notWatched: "Not watched.",
  nextCheck: (day: string, time: string) =>
    `Next check ${/^(Today|Yesterday)$/.test(day) ? day.toLowerCase() : `on ${day}`} at ${time}.`,
  firstVerdict: (day: string) => `From ${day}, Tidemark can say whether the price is good.`,
  watchForVerdict: "Watch it: the first verdict takes two weeks of prices.",
  ring: (days: number, all: number) => `${days} of ${all} days to the first verdict`,
  /** Below the number of days, in the ring. */
  ringDays: (all: number) => `of ${all} days`,
};

/** The offers of a product, and corrections made by hand. */
export const offers = {
  title: "Offers",
  loading: "Loading offers",
  none: "No offers",
  nobodySells: "No shop is known to sell this product now.",
  seen: "Seen",
  actions: "Actions",
  toBest: "Difference",
  noPriceYet: "No price yet",
  /** Over the offers in another currency. */
  inCurrency: (currency: string) => `In ${currency}`,
  sortBy: (column: string) => `Sort by ${column}`,
  more: (shop: string) => `More for ${shop}`,
  bestNew: "Best new price",
  gone: "Page gone",
  notKnown: "Not known",
  /** The page does not say whether it is in stock, or contradicts itself. */
  unclear: "Not clear",
  ordering: { preorder: "Pre-order", backorder: "On back order", store: "In store only" },
  listPrice: (price: string) => `List price ${price}`,
  /** After the list price: on how many days the shop has asked it. `copies` is null without archived copies. */
  listPriceAsked: (asked: number, days: number, copies: { asked: number; all: number } | null) => {
    const onDays = `asked on ${asked} of ${days} days`;
    if (copies === null) return onDays;
    const count = copies.asked === 0 ? "none" : String(copies.asked);
    return `${onDays} and on ${count} of ${oneOrMore(copies.all, "1 archived copy", `${copies.all} archived copies`)}`;
  },
  lowest30Days: (price: string) => `Lowest of the last 30 days, says the shop: ${price}`,
  held: (price: string) =>
    `The page now shows ${price}. So far from the usual price, it counts once a second check confirms it, ten minutes later at the earliest.`,
  stillReads: (price: string) => `On the page, Tidemark still reads ${price}, which you corrected.`,
  heldShort: (price: string) => `${price} now, to be confirmed`,
  acceptPrice: (price: string) => `Use ${price}`,
  freeShipping: "free shipping",
  withCondition: {
    coupon: "with the coupon on the page",
    code: "with a code",
    member: "for members",
    subscription: "with a subscription",
    trade_in: "with a trade-in",
  },
  /** What the page itself says of the condition. */
  inWords: (condition: string, words: string) => `${condition} (“${words}”)`,
  /** What others pay. */
  otherwise: (price: string) => `otherwise ${price}`,
  withShipping: (shipping: string) => `+\u00a0${shipping} shipping`,
  inTotal: (terms: string, total: string) => `${terms} = ${total}`,
  shippingIncluded: (shipping: string) => `${shipping} shipping included`,
  cheaperDelivered: (shop: string, total: string) => `Cheaper with shipping: ${total} at ${shop}`,
  perUnit: {
    g: (price: string) => `${price} per 100 g`,
    kg: (price: string) => `${price} per kg`,
    ml: (price: string) => `${price} per litre`,
    oz: (price: string) => `${price} per oz`,
    lb: (price: string) => `${price} per lb`,
    "fl oz": (price: string) => `${price} per fl oz`,
    piece: (price: string) => `${price} each`,
  },
  sizes: {
    g: (amount: string) => `${amount} g`,
    kg: (amount: string) => `${amount} kg`,
    oz: (amount: string) => `${amount} oz`,
    lb: (amount: string) => `${amount} lb`,
    ml: (amount: string) => `${amount} ml`,
    l: (amount: string) => `${amount} l`,
    "fl oz": (amount: string) => `${amount} fl oz`,
    piece: (amount: string) => `${amount} pieces`,
  },
  unitChoices: {
    g: "g",
    kg: "kg",
    oz: "oz",
    lb: "lb",
    ml: "ml",
    l: "litres",
    "fl oz": "fl oz",
    piece: "pieces",
  },
  unitNames: {
    g: "100 g",
    kg: "kilogram",
    ml: "litre",
    oz: "ounce",
    lb: "pound",
    "fl oz": "fluid ounce",
    piece: "piece",
  },
  setSize: "Add the pack size…",
  sizeIs: (size: string) => `Size: ${size}`,
  howMuch: "How much is in a pack?",
  sizeAbout: (unit: string) => `Every offer then also shows its price per ${unit}.`,
  amount: "Amount",
  unit: "Unit",
  marketplaceSeller: "Marketplace seller",
  grades: { "open-box": "Open box" },
  splitOff: "Not the same product: split it off",
  removeShop: "Remove this shop",
  openInBrowser: (shop: string) => `Open ${shop} in the browser`,
  open: "Open in the browser",
  copyLink: "Copy the link",
  wrongPrice: "Wrong price? Click the right one",
  entered: "Entered by hand",
  enterPrice: "Enter a price…",
  otherCurrencyRemoves: (currency: string) => `Prices of this shop in ${currency} are removed.`,
  correctEntered: "Correct the price you entered…",
  reading: (shop: string) => `Reading ${shop} again…`,
  readThere: (shop: string, price: string) =>
    `${price} at ${shop}. From now on, Tidemark reads the price where you clicked.`,
  readBySelf: (price: string) => `Tidemark reads ${price} there by itself, too.`,
  earlierDropped: "What was misread before no longer counts.",
  earlierWrong: "They were wrong, too",
  earlierKept: "Earlier prices stay as they were.",
  targetMoved: (price: string) => `Your target moves along, to ${price}.`,
  pageUnreadable: "The page could not be read.",
  shopPaused: (host: string, wait: string) => `Tidemark will not visit ${host} for another ${wait}.`,
  nothingChanged: (reason: string) => `${reason} Nothing was changed.`,
  priceExcluded: "The price no longer counts.",
  priceSaved: "The price is saved.",
  correctPrice: "Correct a price",
  from: "From",
  pointFrom: (offer: string, time: string) => `${offer}, from ${time}`,
  priceIn: (currency: string) => `Price in ${currency}`,
  editAbout: "History, medians and verdict change with it. You can undo it under the table.",
  exclude: "Exclude it",
  byHand: "Corrected by hand",
  /** `at` is the shop and the time. */
  excluded: (at: string, price: string) => `${at}: ${price} excluded`,
  added: (at: string, price: string) => `${at}: ${price} added`,
  replaced: (at: string, price: string, before: string) => `${at}: ${price} instead of ${before}`,
  undo: (edit: string) => `Undo: ${edit}`,
};

/** What counts beside the prices of shops, because the shopper gets it, or pays it. */
export const paying = {
  title: "What you pay",
  /** What a shopper says of a price with a condition. */
  say: {
    coupon: "Count the coupon",
    code: "Count the code",
    member: "I am a member",
    subscription: "I subscribe",
    trade_in: "Count the trade-in",
  },
  sayAt: (words: string, shop: string) => `${words} (${shop})`,
  kinds: {
    coupon: "prices with a coupon",
    code: "prices with a code",
    member: "prices for members",
    subscription: "prices with a subscription",
    trade_in: "prices with a trade-in",
  },
  counted: "Counts from now on. What it cost before stays as it was.",
  uncounted: "No longer counts.",
  countShipping: "Count shipping",
  shippingNote:
    "From then on, best prices, verdicts, targets and alerts include what shops charge for delivery. A shop that does not say so counts with the price of the item.",
  conditions: "Prices that count for you",
  about: "Prices for members, with a coupon or a code count once you say so in the offers of a product.",
  /** `day` is a date. */
  since: (day: string) => `since ${day}`,
};

/** Offers that become products of their own, and products that become one. */
export const grouping = {
  splitOff: (retailer: string) => `The offer at ${retailer} is now a product of its own.`,
  shopRemoved: (retailer: string) => `${retailer} is no longer part of this product.`,
  merged: "Both are now one product.",
  renamed: (title: string) => `Its name is now “${title}”.`,
  apart: "They are two products again.",
  keptApart: "They stay two products. Tidemark does not ask about them again.",
};

/** Other shops that may sell a product. */
export const alsoAt = {
  ask: "Also at other shops? Ask your search engine.",
  sends: (host: string, words: string) =>
    `${host} is told “${words}”. Up to five of the pages that it finds are read.`,
  searching: "Searching, and reading the pages…",
  inBrowser: "Look for other shops in your browser:",
  told: (words: string) => `Each looks for “${words}”. Nothing is sent before you click.`,
  ownEngine: "Use your own search engine…",
  found: "Also at",
  none: "The search has found no other shop.",
  matches: { barcode: "Same barcode", name: "Similar name" },
  farPrice: "Very different price",
  otherSize: "Other pack size",
  addOf: (shop: string) => `Add ${shop}`,
  openOf: (shop: string) => `Open the page at ${shop}`,
  leftOut: (count: number) =>
    oneOrMore(count, "1 result was left out", `${count} results were left out`) +
    ": shops you have, lists, marketplaces, other products, or pages without a clear price.",
  settingAbout:
    "With the address of a SearXNG of your own, a product’s page can search for other shops. It is told the product’s barcode or name, and only when you click. Its settings must allow the format JSON.",
  address: "Address of your SearXNG",
  example: "https://search.example",
  testAndSave: "Test and save",
  works: "It works, and is saved.",
  removed: "Removed.",
};

/** What shops are called. */
export const shops = {
  rename: "Name of the shop…",
  nameOf: (host: string) => `Name of ${host}`,
  about: "Shown everywhere instead of the address. Leave it empty to use the name on the shop’s pages.",
  renamed: (host: string, name: string) => withFullStop(`${host} is now called ${name}`),
  ownNameRemoved: (host: string) => `The name that you gave ${host} is removed.`,
};
