import { oneOrMore } from "../plural.js";
import { withinDays } from "./reasons.js";

/** The price history of a product: chart, table and their files. */
export const history = {
  title: "Price history",
  range: "Range",
  ranges: { "30d": "30 d", "90d": "90 d", "1y": "1 y", all: "All" },
  rangeTips: {
    "30d": "The last 30 days",
    "90d": "The last 90 days",
    "1y": "The last 365 days",
    all: "All prices",
  },
  showAs: "Show as",
  chart: "Chart",
  table: "Table",
  lines: "Lines",
  byShop: "By shop",
  byShopTip: "Each shop’s best price",
  byOffer: "By offer",
  byOfferTip: "Every offer on its own",
  loading: "Loading price history",
  loadingOlder: "Loading older prices…",
  none: "No price was recorded in this range.",
  noneYet: "No price yet. The chart begins with the first one.",
  olderCost: (service: string, credits: string) =>
    `${service} has the prices of the past year. They cost ${credits} credits there.`,
  olderCostOf: (service: string, credits: string, left: string) =>
    `${service} has the prices of the past year. They cost ${credits} of your ${left} credits there.`,
  fetchOlder: "Get past prices",
  /** A service that may know a product of the shopper's own. */
  askCost: (service: string, credits: string) =>
    `Ask ${service} for the prices of the past year and for other shops: up to ${credits} credits.`,
  askCostOf: (service: string, credits: string, left: string) =>
    `Ask ${service} for the prices of the past year and for other shops: up to ${credits} of your ${left} credits.`,
  asks: (number: string) =>
    `It is told the number ${number}. If it knows the product, checks ask it too from then on, for credits.`,
  askService: (service: string) => `Ask ${service}`,
  unknownTo: (service: string) => `${service} does not know this product.`,
  cameFrom: (service: string) => `${service} has sent its prices and shops.`,

  timeShown: "Time shown",
  days: (count: number) => oneOrMore(count, "1 day", `${count} days`),
  minutes: (count: number) => oneOrMore(count, "1 minute", `${count} minutes`),
  hours: (count: number) => oneOrMore(count, "1 hour", `${count} hours`),
  zoomIn: "Zoom in (+)",
  zoomOut: "Zoom out (−)",
  resetZoom: "Reset zoom",
  saveTable: "Save as a table (CSV)",
  savePicture: "Save as a picture (PNG)",

  chartName: "Chart of prices",
  keys: "Left and right arrow: previous and next change of a price. With Shift: earlier and later. Plus and minus: zoom. 0: everything. Home and End: first and last change. Escape: leave.",
  hint: "Drag across the chart to look closer",
  summary: (start: string, end: string, offers: string, low: string, high: string) =>
    `Price history from ${start} to ${end}, ${offers}: best price between ${low} and ${high}.`,
  summaryOfNone: "Price history. Out of stock, or every line is hidden.",
  summaryTarget: (price: string) => `Target ${price}.`,
  summaryTable: "The table shows the same data.",
  offers: (count: number) => oneOrMore(count, "1 offer", `${count} offers`),
  shops: (count: number) => oneOrMore(count, "1 shop", `${count} shops`),
  lowest: (price: string) => `Lowest in this period ${price}`,
  highest: (price: string) => `Highest in this period ${price}`,
  calm: (price: string, since: string) => `${price} since ${since}. The chart begins with the first change.`,
  calmOut: (price: string, since: string) =>
    `Out of stock since ${since}, at ${price}. The chart begins when it is back.`,
  noPriceThen: "No price is known for this time.",
  out: "out",
  priceThen: (label: string, price: string) => `${label} ${price}`,
  priceThenOut: (label: string, price: string) => `${label} ${price}, out of stock`,

  legend: "Lines of the chart",
  showLine: "Show this line; with Alt, only this one",
  hideLine: "Hide this line; with Alt, show only this one",
  only: "only",
  onlyThis: (label: string) => `Only ${label}`,
  showAll: "Show all",
  alertKey: "alert",
  copyKey: "older prices of single days",
  offersOf: (shop: string, count: number) => `${shop} (${count} offers)`,
  usedAt: (shop: string) => `${shop} · used`,

  changes: "Price changes",
  since: "Since",
  offer: "Offer",
  price: "Price",
  change: "Change",
  availability: "Availability",
  inStock: "In stock",
  outOfStock: "Out of stock",
  putRight: "Correct",
  putThisRight: (price: string, time: string) => `Correct ${price} of ${time}`,
  addPrice: "Add a price",
  allHidden: "Every line is hidden.",
};

/** Older prices of single days, from archived copies of a product's pages or noted in a table. */
export const olderPrices = {
  ask: "See older prices: ask the Internet Archive.",
  sends: (archive: string, addresses: string) =>
    `${archive} is told ${addresses}, and learns no more of you than any website you open.`,
  askNow: "Ask now",
  always: "Always",
  alwaysTip: "Ask for each page you add from now on, too",
  asking: "Asking the archive which copies it has…",
  reading: (read: string, copies: string) => `Reading archived pages: ${read} of ${copies}`,
  paused: (time: string) => `The archive needs a pause. It goes on at ${time}.`,
  stop: "Stop",
  none: "The archive has no older price of this page.",
  found: (count: number) =>
    oneOrMore(count, "1 older price of a single day", `${count} older prices of single days`),
  open: "Open the copy",
  openOf: (price: string, date: string) => `Open the copy of ${date} with ${price}`,
  remove: "Remove these prices",
  removed: "The older prices of single days are gone.",
  title: "Older prices",
  setting: "Ask the Internet Archive for older prices",
  settingNote:
    "web.archive.org is told the address of each page you add, and learns no more of you than any website you open. It is never told of private pages, or of addresses with a key.",
};

/** Earlier prices from a table that the shopper has. */
export const bringPrices = {
  open: "Bring prices you have",
  about:
    "A table with a column of dates and one of prices, as price trackers show or save it: from Keepa, CamelCamelCamel, a spreadsheet, or saved by Tidemark.",
  table: "Table of dates and prices",
  example: "2026-01-31, 49.99",
  shop: "Prices of",
  reading: "Reading the table…",
  found: (prices: string, from: string, to: string, currency: string, shop: string) =>
    `${prices} from ${from} to ${to} in ${currency} for ${shop}`,
  range: (low: string, high: string) => `between ${low} and ${high}`,
  /** Of the prices found, those noted by day without others near. */
  singleDays: (count: number, all: number) => {
    if (count < all) return `${oneOrMore(count, "1 counts for its", `${count} count for their`)} day only.`;
    return all === 1 ? "It counts for its day only." : "They count for their days only.";
  },
  nothing: "Nothing in it can be added.",
  foreign: (count: number) =>
    oneOrMore(count, "1 price in another currency", `${count} prices in other currencies`),
  known: (count: number) =>
    oneOrMore(count, "1 price from a time that is known", `${count} prices from times that are known`),
  others: (count: number) => oneOrMore(count, "1 price of another page", `${count} prices of other pages`),
  unread: (count: number) =>
    oneOrMore(count, "1 line that is not understood", `${count} lines that are not understood`),
  firstUnread: (line: string, reason: string) => `line ${line}: ${reason}`,
  leftOut: (parts: string) => `Left out: ${parts}`,
  bring: "Add these prices",
  brought: (prices: string) => `${prices} added.`,
};

/** Whether a price is a good one, and the figures behind that. */
export const verdict = {
  title: "Verdict",
  question: "Is it a good price?",
  kinds: {
    bought: "You bought it.",
    great: "Low tide. Buy now.",
    good: "A good price.",
    fair: "A fair price.",
    wait: "High tide. Wait.",
    steady: "Unchanged so far.",
    thin: "Too early to tell.",
    none: "Out of stock.",
  },
  /** Too early to tell from own days: where the price is among older ones of single days. */
  byCopies: {
    low: "Not cheaper on older days.",
    high: "Not dearer on older days.",
    between: "In between, by older prices.",
    same: "The same on older days.",
  },
  atTarget: (price: string) => `At your target of ${price}`,
  belowTarget: (price: string) => `Below your target of ${price}`,
  /** When to wait. `week` counts from 1; the fourth is the last one of the month. */
  season: (week: 1 | 2 | 3 | 4, month: string, cheapest: number, years: number) => {
    const when = `in the ${["first", "second", "third", "last"][week - 1]} week of ${month}`;
    return years === 1
      ? `Last year, it was cheapest ${when}.`
      : `It was cheapest ${when} in ${cheapest} of ${years} years.`;
  },
  weighing: "Weighing the price",
  lowest: "Lowest so far",
  highest: "Highest so far",
  atShopOn: (shop: string, date: string) => `${shop}, ${date}`,
  /** Of the days that there are, if they are fewer. */
  medianOf: (days: number) => `${days}-day median`,
  history: "History",

  distribution: "Where the price has been",
  distributionAbout: (days: number) => `Days at each price ${withinDays(days)}`,
  range: (from: string, to: string) => `${from} to ${to}`,
  mostDays: (range: string, days: string) => `Most often ${range}: ${days}.`,
  nowIn: (range: string) => `Now ${range}.`,
  now: "now",
  bar: (range: string, days: string) => `${range}: ${days}`,

  months: "Cheapest months",
  monthsAbout: "Each month’s median against the average month",
  month: "Month",
  median: "Median price",
  againstAverage: "Against the average month",
  monthBar: (month: string, price: string, change: string) => `${month}: ${price}, ${change}`,
  noData: "no data",
  cheapestIs: (month: string) => `Cheapest in ${month}.`,
  cheapestIsBy: (month: string, percent: string) =>
    `Cheapest in ${month}: ${percent} under the average month.`,

  shops: "Cheapest most often",
  shopsAbout: (days: number) => `Share of days with the best price ${withinDays(days)}`,
  otherShops: "Other shops",
};

/** The tide gauge: the price as the level of the water. */
export const tide = {
  lowWater: "Low water",
  highWater: "High water",
  lowWaterTip: (days: number | null) => `The lowest best price ${withinDays(days)}`,
  highWaterTip: (days: number | null) => `The highest best price ${withinDays(days)}`,
  usual: "usual",
  between: (low: string, high: string) => (low === high ? low : `${low}–${high}`),
  target: (price: string) => `Target ${price}`,
  noPrice: "Out of stock now.",
  /** In place of the gauge, while there has been one price only. */
  noRange: (days: number | null): string =>
    days === null || days < 365 ? "No change yet" : "Same for a year",
  stands: {
    lowest: "the lowest price",
    nearLowest: "near the lowest price",
    belowUsual: "below the usual price",
    usual: "a usual price",
    aboveUsual: "above the usual price",
    nearHighest: "near the highest price",
    highest: "the highest price",
    between: "between the lowest and the highest price",
  },
  range: (low: string, high: string, days: number | null) => `From ${low} to ${high} ${withinDays(days)}.`,
  usually: (low: string, high: string) => (low === high ? `Usually ${low}.` : `Usually ${low} to ${high}.`),
  targetIs: (price: string) => `Target: ${price}.`,
};
