import { oneOrMore } from "../plural.js";

/** Words that more than one view says. */
export const common = {
  cancel: "Cancel",
  close: "Close",
  notAnAmount: "Enter an amount such as 49.90.",
  twoAmounts: (one: string, other: string) => `Is this ${one} or ${other}? Enter one of them.`,
  amountIn: (currency: string) => `Enter the amount in ${currency}.`,
  dismiss: "Dismiss",
  save: "Save",
  remove: "Remove",
  undo: "Undo",
  /** Before the text of the notice that announced the change. */
  undone: (text: string) => `Undone: ${text}`,
  tryAgain: "Try again",
  copy: "Copy",
  copied: "Copied",
  copyWhat: (what: string) => `Copy ${what}`,
  copiedWhat: (what: string) => `Copied ${what}`,
  clear: "Clear",
  add: "Add",
  done: "Done",
  open: "Open",
  search: "Search",
  name: "Name",
  test: "Test",
  loadMore: "Load more",
  outOf: (shown: string, total: string) => `${shown} of ${total}`,
  /** What stands on the keyboard. */
  keys: { Ctrl: "Ctrl", Shift: "Shift", Enter: "Enter", Delete: "Delete", Home: "Home", End: "End" },
};

/** What a button does, and the same with the thing that it does it to, for screen readers. */
export const actions = {
  test: { label: "Test", of: (what: string) => `Test ${what}` },
  rotate: { label: "New secret", of: (what: string) => `New secret for ${what}` },
  edit: { label: "Edit", of: (what: string) => `Edit ${what}` },
  enable: { label: "Enable", of: (what: string) => `Enable ${what}` },
  disable: { label: "Disable", of: (what: string) => `Disable ${what}` },
  remove: { label: "Remove", of: (what: string) => `Remove ${what}` },
  delete: { label: "Delete", of: (what: string) => `Delete ${what}` },
  deliveries: { label: "Deliveries", of: (what: string) => `Deliveries ${what}` },
  forbid: { label: "Forbid", of: (what: string) => `Forbid ${what}` },
  revoke: { label: "Revoke", of: (what: string) => `Revoke ${what}` },
};

/** So many of a thing. The number is there for the plural, the text is what is shown. */
export const counts = {
  product: (count: number, shown: string) => `${shown} ${oneOrMore(count, "product", "products")}`,
  offer: (count: number, shown: string) => `${shown} ${oneOrMore(count, "offer", "offers")}`,
  deal: (count: number, shown: string) => `${shown} ${oneOrMore(count, "deal", "deals")}`,
  alert: (count: number, shown: string) => `${shown} ${oneOrMore(count, "alert", "alerts")}`,
  newAlert: (count: number, shown: string) => `${shown} ${oneOrMore(count, "new alert", "new alerts")}`,
  rule: (count: number, shown: string) => `${shown} ${oneOrMore(count, "rule", "rules")}`,
  day: (count: number, shown: string) => `${shown} ${oneOrMore(count, "day", "days")}`,
  event: (count: number, shown: string) => `${shown} ${oneOrMore(count, "event", "events")}`,
  line: (count: number, shown: string) => `${shown} ${oneOrMore(count, "line", "lines")}`,
  price: (count: number, shown: string) => `${shown} ${oneOrMore(count, "price", "prices")}`,
  pricePoint: (count: number, shown: string) => `${shown} ${oneOrMore(count, "price point", "price points")}`,
  review: (count: number, shown: string) => `${shown} ${oneOrMore(count, "review", "reviews")}`,
  recipe: (count: number, shown: string) => `${shown} ${oneOrMore(count, "place", "places")}`,
  otherLink: (count: number, shown: string) => `${shown} ${oneOrMore(count, "other link", "other links")}`,
  link: (count: number, shown: string) => `${shown} ${oneOrMore(count, "link", "links")}`,
  page: (count: number, shown: string) => `${shown} ${oneOrMore(count, "page", "pages")}`,
  shop: (count: number, shown: string) => `${shown} ${oneOrMore(count, "shop", "shops")}`,
};

/** Ages, waits and sizes: what `Intl` has no short form for. Counts arrive as they are to be shown. */
export const units = {
  justNow: "just now",
  minutesAgo: (count: number) => `${count} min ago`,
  hoursAgo: (count: number) => `${count} h ago`,
  daysAgo: (count: number) => oneOrMore(count, "1 day ago", `${count} days ago`),
  anyMoment: "any moment",
  inMinutes: (count: number) => `in ${count} min`,
  inHours: (count: number) => `in ${count} h`,
  inDays: (count: number) => oneOrMore(count, "in 1 day", `in ${count} days`),
  today: "Today",
  yesterday: "Yesterday",
  milliseconds: (count: string) => `${count} ms`,
  seconds: (count: string) => `${count} s`,
  minutes: (count: string) => `${count} min`,
  hours: (count: string) => `${count} h`,
  bytes: "bytes",
};

/** Small things that many views show: ratings, grades, votes. */
export const shown = {
  rated: "Rated",
  outOfFiveBy: "out of 5 by",
  reviewers: "reviewers",
  grade: (letter: string) => `Grade ${letter}`,
  plus: "plus",
  minus: "minus",
  noGrade: "No grade yet",
  insteadOf: "instead of",
  identifiers: { barcode: "Barcode", asin: "ASIN", model: "Model", mpn: "MPN" },
  /** The same, as what a button copies. */
  identifiersToCopy: { barcode: "barcode", asin: "ASIN", model: "model", mpn: "MPN" },
};
