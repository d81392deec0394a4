/** The settings, but for keys, services, webhooks and recipes. */
export const settings = {
  sections: {
    general: "General",
    notifications: "Notifications",
    account: "Account and usage",
    api: "API and keys",
    webhooks: "Webhooks",
    sources: "Sources",
    data: "Data",
    about: "About",
  },
  language: "Language",
  languageOfSystem: "As the system",
  running: "Without a window",
  keepRunningNote: "Tidemark stays in the tray, so that no price drop is missed.",
  browser: "From the browser",
  browserAbout:
    "Make a bookmark with this as its address. On a product's page, one click on the bookmark hands the page to Tidemark.",
  bookmarklet: "bookmark",
  browserSafe: "Tidemark asks before it adds anything that way.",
  appearance: "Appearance",
  theme: "Theme",
  themes: { system: "System", light: "Light", dark: "Dark" },
  about: "About",
  staysHere: "Prices, history and settings stay on this computer.",
  notifications: "Notifications",
  showOnDesktop: "Show alerts on the desktop",
  sendTest: "Send a test",
  deaf: "This desktop shows no notifications to apps. Alerts are in the inbox all the same.",
  keepRunning: "Go on checking when the window is closed",
  startAtLogin: "Start with the computer, in the tray",
  quietHours: "Quiet hours",
  quietFrom: "Quiet from",
  quietTo: "to",
  quietUntil: "Quiet until",
  anyHour: "Notifications come at any hour.",
  privatePages: "Private pages",
  privateAbout:
    "Pages are fetched from the public internet only. Add an address here to have pages of your own network checked as well.",
  allowedAddresses: "Allowed addresses",
  addressToAllow: "Address to allow",
  allow: "Allow",
  api: "API",
  apiAbout: "Programs on this computer can ask Tidemark at this address. Each request needs an API key.",
  tryIt: "Try it",
  /** What the copy buttons copy. */
  apiAddress: "API address",
  example: "example",
  size: "Size",
  products: "Products",
  offers: "Offers",
  pricePoints: "Price points",
  sample: "Sample market",
  sampleLoaded: "Made-up products, shops and prices to try Tidemark with. Not real offers.",
  sampleAbsent: "Load made-up products, shops and prices to try Tidemark with.",
  removeSample: "Remove sample market",
  loadSample: "Load sample market",
  loading: "Loading…",
  removeSampleTitle: "Remove the sample market?",
  removeSampleAbout:
    "All its products, offers, prices, deals and reviews go. What you have added yourself stays.",
};

/** What the account has used and may still use. */
export const account = {
  title: "Account and usage",
  creditsTitle: "Credits this period",
  requestsTitle: "Requests this hour",
  states: { active: "Active plan", trialing: "Trial", past_due: "Payment past due" },
  noPlan: "No plan",
  /** After the figure of those that are used. */
  ofCreditsUsed: (limit: string) => `of ${limit} credits used`,
  creditsUsed: "Credits used",
  remaining: "Remaining",
  requestsMade: "Requests made",
  periodStarts: "Period starts",
  periodEnds: "Period ends",
  planNeeded: "No active plan is attached, so nothing can be looked up until one is.",
  /** After the figure of those that were made. */
  ofRequests: (limit: string) => `of ${limit} requests in the last hour`,
  requestsUsed: "Requests used",
  allCount: "The window, the API and the command line all count here.",
  oldestStops: (wait: string) => `The oldest one stops counting in ${wait}.`,
};

/** What each kind of question costs (contract, section 8). */
export const costs = {
  title: "What things cost",
  entries: {
    lookUp: { what: "Looking a product up", cost: "1 credit for each product found" },
    search: { what: "Searching", cost: "1 credit for each product shown" },
    offers: { what: "Offers", cost: "3 credits for each product, 2 at one retailer" },
    history: { what: "Price history", cost: "3 credits, and 1 for each day" },
    review: { what: "Expert review", cost: "1 credit, if there is one" },
    batch: {
      what: "Looking many up at once",
      cost: "The same for each, with 3 for its offers and 1 for its review if you want them",
    },
    watch: {
      what: "Watching a product, or changing how",
      cost: "1 credit; the checks are free, but a connected service charges its own account for them",
    },
    deals: { what: "Deals", cost: "1 credit for each 10" },
    nothing: { what: "Anything that finds nothing or fails", cost: "Free" },
    others: { what: "Alerts, webhooks, this page and the settings", cost: "Free" },
  },
};

/** Other servers that are asked for what is not known here. */
export const services = {
  title: "Services",
  about:
    "Other servers that are asked for what is not known here. Their answers are kept, so they stay when the network does not.",
  connectOne: "Connect a service",
  noneTitle: "No services yet",
  noneAbout: "Connect another Tidemark, or any server that speaks the same API.",
  connectAbout:
    "What is looked up and not known here is sent there, and costs that account’s credits; so does each check of a watched product that came from there. The key is sent to this address only.",
  connect: "Connect",
  connecting: "Connecting…",
  edit: "Edit service",
  saving: "Saving…",
  baseUrl: "Base URL",
  key: "API key",
  nameUnlessTold: "The server's address unless told",
  keyOfServer: "The key of the server at this address",
  keepKey: "Leave empty to keep the present one",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout:
    "It is asked for nothing any more, and its key is deleted. The products, offers and prices that came from it stay here, as old as they are then.",
  remove: "Remove service",
  asking: "Asking…",
  answers: "It answers.",
  states: {
    ready: "Connected",
    failing: "Trouble",
    paused: "Paused",
    disabled: "Disabled",
    refused: "Key refused",
  },
  creditsLeft: (credits: string) => `${credits} credits left`,
  creditsLeftOf: (credits: string, limit: string) => `${credits} of ${limit} credits left`,
  until: (creditsLeft: string, day: string) => `${creditsLeft} until ${day}`,
  requestsLeft: (requests: string, limit: string) => `${requests} of ${limit} requests left this hour`,
  noAnswerYet: "It has not answered yet",
  lastAnswer: (age: string) => `Last answer ${age}`,
  nothingKept: "nothing of it is kept yet",
  kept: (products: string, offers: string) => `${products} and ${offers} of it are kept here`,
};

/** Where the shopper has clicked the price, shop by shop. */
export const recipes = {
  title: "Recipes",
  about:
    "A recipe says where a shop's pages show the price. Tidemark makes one when you open a page and click its price, and uses it for all pages of that shop.",
  exportAll: "Export all",
  export: "Export",
  exportOf: (host: string) => `Export the recipe of ${host}`,
  removeOf: (host: string) => `Remove the recipe of ${host}`,
  import: "Import…",
  toImport: "Recipes to import",
  imported: (recipes: string) => `${recipes} imported.`,
  importedSome: (recipes: string, lines: string) => `${recipes} imported, ${lines} left out.`,
  lineProblem: (line: string, reason: string) => `Line ${line}: ${reason}`,
  andMore: (count: string) => `And ${count} more.`,
  tooLarge: (file: string) => `${file} is larger than 900 kB.`,
  splitIt: "Split it.",
  unreadable: "The file could not be read.",
  openAgain: "Check that it is still there, then open it again.",
};
