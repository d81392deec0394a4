import { withFullStop } from "../full-stop.js";
import { oneOrMore } from "../plural.js";

/** The list of what is watched: the first place of the window. */
export const watchList = {
  products: "Watched products",
  loading: "Loading the watch list",
  loadingMore: (count: string) => `${count} so far…`,
  checkAll: "Check all now",
  shownOf: (shown: string, all: string) => `${shown} of ${all}`,
  filter: "Filter",
  filterLabel: "Filter by words in title, brand, shop or tag",
  quick: {
    all: "All",
    drops: "Cheaper than yesterday",
    target: "At target",
    lowest: "Lowest ever",
    out: "Out of stock",
    trouble: "Problems",
    visit: "Needs a visit",
    bought: "Bought",
  },
  openPages: (pages: string) => `Open ${pages}`,
  openPagesMore: (next: string, all: string) => `Open ${next} of ${all}`,
  setUpExtension: "Set it up",
  openPagesAbout: "These shops refuse checks. The browser extension reads the price when you open the page.",
  pagesUnread:
    "The pages are open in your browser. To have their prices read there, set up the browser extension.",
  tags: "Tags",
  saveFilter: "Save filter",
  filterName: "Name of the filter",
  savedFilters: "Saved filters",
  removeFilter: (name: string) => `Remove the filter “${name}”`,
  columns: "Sort and columns",
  columnNames: {
    attention: "Worth a look",
    title: "Product",
    price: "Best price",
    day: "1 day",
    median: "30 days",
    trend: "90 days",
    target: "Target",
    next: "Next check",
    health: "Checks",
    since: "Since added",
    grade: "Grade",
    added: "Added",
  },
  columnNotes: {
    attention: "What is worth a look first",
    title: "By title",
    price: "The best price now",
    day: "Change since yesterday",
    median: "Compared with the 30-day median",
    trend: "Best price over 90 days",
    target: "Your target price",
    next: "When it is checked next",
    health: "Result of the last check",
    added: "When you added it",
    since: "Change since you added it",
    grade: "How good the price is",
  },
  sortedUp: "ascending",
  sortedDown: "descending",
  select: (title: string) => `Select ${title}`,
  selectNone: "Select none",
  noneReached: (isOnline: boolean): string =>
    isOnline
      ? "None of the shops could be reached, although this computer is on a network. Tidemark tries again by itself."
      : "None of the shops could be reached: this computer is offline.",
  selected: (count: string) => `${count} selected`,
  more: (title: string) => `More for ${title}`,
  tide: "Price range",
  under: (percent: string) => `${percent} under`,
  over: (percent: string) => `${percent} over`,
  atMedian: "as usual",
  /** In place of the next check, while the data folder cannot be written to. */
  paused: "paused",
  snoozedUntil: (date: string) => `Snoozed until ${date}`,
  onlyAt: (shop: string) => `Only at ${shop}`,
  also: (price: string) => `also ${price}`,
  howOften: "How often the selected are checked",
  check: "Check…",
  changing: (done: string, all: string) => `${done} of ${all} changed…`,
  stopWatching: "Stop watching",
  stopAndKeep: "Stop watching, keep the history",
  removeAll: "Remove with its history",
  removeWhat: (title: string) => `Remove ${title}`,
  unwatched: "Not watched",
  copyName: "Copy name",
  checkCadence: { hourly: "Check hourly", daily: "Check daily", weekly: "Check weekly" },
  cadenceChanged: {
    hourly: (what: string) => withFullStop(`Now checked hourly: ${what}`),
    daily: (what: string) => withFullStop(`Now checked daily: ${what}`),
    weekly: (what: string) => withFullStop(`Now checked weekly: ${what}`),
  },
  editTags: "Tags…",
  merge: "Merge…",
  tagsOf: (what: string) => `Tags of ${what}`,
  editTarget: "Target…",
  targetFor: (products: string) => `Target for ${products}`,
  targetAbout:
    "Each product gets a target below today’s price, in place of the one it has. You get an alert when it is reached.",
  percentUnder: "Percent below today’s price",
  setTargets: "Set targets",
  targetsSet: (count: number, shown: string) => `Set ${shown} ${oneOrMore(count, "target", "targets")}.`,
  targetsPriceless: (products: string) => `Out of stock, so without a price to go by: ${products}.`,
  targetsFull: (products: string) => `Too many rules for one more: ${products}.`,
  targetsThere: (products: string) => `Targets kept as they were: ${products}.`,
  newTag: "New tag",
  noTags: "No tags yet. A tag is a word of your own, such as “gifts” or “garden”.",
  tagsChanged: (products: string) => `Changed the tags of ${products}.`,
  nothingMatches: "Nothing on the watch list matches",
  nothingMatchesAdvice: "Try other words, or fewer.",
  emptyTitle: "Nothing is watched yet",
  emptyText:
    "Tell Tidemark what you would like to buy. It checks the prices every hour, day or week, and tells you when it is time.",
  ways: "Ways to start",
  wayLink: "Paste a link",
  wayLinkText: "Any shop’s product page, a barcode, an ASIN or a model number.",
  waySample: "Look around the sample",
  waySampleText: "A made-up market with two years of prices, to try everything with.",
  wayList: "Bring a list",
  wayListText: "Many links at once, pasted or from a file: a wish list, a table, another tracker’s export.",
  dropHint: "You can also drag a link or text onto the window.",
};

/** How products are watched and how their checks go. */
export const watching = {
  cadences: { hourly: "Hourly", daily: "Daily", weekly: "Weekly" },
  watchedHow: { hourly: "Watched hourly", daily: "Watched daily", weekly: "Watched weekly" },
  clickToStop: (watched: string) => `${watched}; click to stop`,
  clickToWatch: "Watch daily",
  nowWatching: (title: string) => `Watching ${title}, daily.`,
  nobodyToAsk: "No shop that sells it can be checked; prices still update when Tidemark sees them.",
  checking: (_count: number, products: string, done: string) =>
    `Checking ${products}, shop by shop: ${done} done.`,
  checked: (products: string, { fell, rose, unread }: Record<"fell" | "rose" | "unread", number>) => {
    const prices = (count: number) => `${count} ${oneOrMore(count, "price", "prices")}`;
    const changes = [
      fell > 0 && `${prices(fell)} fell`,
      rose > 0 && `${fell > 0 ? rose : prices(rose)} rose`,
      fell + rose === 0 && "no price changed",
      unread > 0 && `${unread} not read`,
    ];
    return `${products} checked: ${changes.filter(Boolean).join(", ")}.`;
  },
  checkingLater: (products: string) => `You are offline. ${products} will be checked once you are back.`,
  notCheckable: "No shop can be checked",
  checkingNow: "Checking now",
  /** While the data folder cannot be written to. */
  paused: "Checks are paused",
  addedAt: (age: string) => `Added ${age}`,
  checkedAt: (age: string) => `Checked ${age}`,
  failing: (outcome: string, next: string) => `Last check: ${outcome}. Next try ${next}.`,
  failingAt: (shop: string, outcome: string, next: string) => `${shop}: ${outcome}. Next try ${next}.`,
  failingVisited: (shop: string, outcome: string, age: string) =>
    `${shop}: ${outcome}. Seen in your browser ${age}.`,
  failingEntered: (shop: string, outcome: string, age: string) =>
    `${shop}: ${outcome} · price entered ${age}`,
  neverRead: (outcome: string) => `${outcome}; not read yet`,
  lastRead: (outcome: string, age: string) => `${outcome}; last read ${age}`,
};

/** Products side by side. */
export const compare = {
  title: "Side by side",
  open: "Compare",
  tooFew: "Select two to four products of the watch list to compare them.",
  leaveOut: (title: string) => `Leave out ${title}`,
  lowest: "Lowest price",
  shops: "Shops",
  pack: "Pack",
  chart: "Best prices of the last 90 days",
  chartAbout: "The best price of each product over the last 90 days. The table has today’s prices.",
};

/** A list as a page for others. */
export const share = {
  open: "Share…",
  of: (products: string) => `Share ${products}`,
  about:
    "One file that opens in any browser, to send or to print: pictures, today’s best prices with links to the shops, verdicts. It has no scripts and loads nothing.",
  onlyFirst: (max: string) => `A page can have ${max} products; the first ones are on it.`,
  title: "Title",
  also: "Private, so left out unless you include it",
  hasTargets: "Target prices",
  hasTags: "Tags",
  save: "Save…",
  saving: "Preparing…",
  pricesOf: (day: string) => `Prices of ${day}. They may have changed since.`,
  seen: (day: string) => `Checked on ${day}`,
};
