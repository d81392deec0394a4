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
