import type { OperationInput, OperationName } from "../../../shared/calls.js";

/** One sentence about an operation, without its full stop, and an input as an example. */
type Description<K extends OperationName> = readonly [summary: string, example: OperationInput<K>];

const product_key = "product/trail-lantern/1";
const product_keys = [product_key];
const offer_id = "offer_5Kd8mXc9TzL0aB4f";
const webhook_id = "wh_4f7Kq2mXc9TzL0aB";
const url = "https://shop.example/trail-lantern";
const html = "<h1>Trail Lantern 400</h1><p>$49.99</p>";
const host = "shop.example";
const recipe = { version: 1 as const, host, price: { selectors: [".buy-box .price"] } };

type TagOf<K> = K extends `${infer Tag}.${string}` ? Tag : never;

/** What the owner API's document says about the first part of the operations' names. */
export const ownerTags: Readonly<Record<TagOf<OperationName>, string>> = {
  products: "Products: looked up, searched, named, merged and checked.",
  offers: "Offers of shops, their prices and their terms.",
  reviews: "Reviews of products.",
  deals: "Deals, graded from price history.",
  usage: "Credits and requests of the account.",
  batch: "Many look-ups in one request.",
  schedules: "Products that are checked regularly, and their checks.",
  webhooks: "Signed events for programs, and their deliveries.",
  app: "The installation, and a product's statistics.",
  account: "The account of programs that use /v1.",
  keys: "Keys of programs.",
  sample: "The made-up sample market.",
  acts: "What was done, to take it back or restore it.",
  pages: "Hosts in a private network that may be visited.",
  shops: "Names of shops, and the search for further ones.",
  prices: "Prices that the owner enters, accepts or points at.",
  rates: "Exchange rates.",
  pictures: "Pictures of products.",
  paying: "What the owner pays: memberships, coupons, shipping.",
  history: "Older prices: corrected, brought, or read in a web archive.",
  recipes: "Where the price stands on a shop's pages.",
  jobs: "Batches that run.",
  links: "Links to be added, and their questions.",
  lists: "Imported files and followed pages of links.",
  watch: "The watch list.",
  inbox: "The inbox of alerts.",
  alerts: "Alerts about a product, and why some did not come.",
  channels: "Where alerts are sent.",
  rules: "Alert rules and targets.",
  purchases: "What was bought.",
  upstreams: "Connected services.",
  tags: "Tags of watched products.",
  pairings: "Browser extensions that ask to be paired.",
  visits: "Pages that a browser shows.",
  web: "The page for phones and its devices.",
};

/** What the owner API's document says about each operation. */
export const ownerDescriptions: { readonly [K in OperationName]: Description<K> } = {
  "products.get": ["Products by identifier, without offers", { ids: ["036000291452"] }],
  "products.search": ["Products whose name matches words", { q: "wireless headphones", limit: 10 }],
  "offers.get": ["Products by identifier with their offers in US dollars", { ids: [product_key] }],
  "offers.history": [
    "Products by identifier with the price history of each offer in US dollars",
    { ids: [product_key], start: "2026-05-01", end: "2026-05-31" },
  ],
  "reviews.get": ["What reviews of a product say, in short", { id: product_key }],
  "deals.list": ["Products that are cheap at the moment", { sort: "hot", limit: 25 }],
  "usage.get": ["What programs with API keys have used of the account's credits", {}],
  "batch.create": [
    "Up to 100 products at once; more than 20 are looked up by a job",
    { identifiers: ["036000291452", "AH-100"], include: ["offers"] },
  ],
  "batch.get": ["A job's state, and its results once it has ended", { id: "batch_7Hq2mXc9TzL0aB4fKs8dWn1P" }],
  "schedules.list": ["The watched products with their schedules", {}],
  "schedules.put": ["Checks products regularly", { ids: [product_key], schedule: "daily" }],
  "schedules.delete": ["Checks products no longer", { ids: [product_key] }],
  "webhooks.list": ["The webhooks, without their secrets", {}],
  "webhooks.create": [
    "Registers a webhook; the only answer with its secret",
    { url: "https://hooks.example/tidemark", events: ["price_drop"] },
  ],
  "webhooks.update": [
    "Changes a webhook's address, events or whether it is active",
    { id: webhook_id, is_active: false },
  ],
  "webhooks.delete": ["Removes a webhook", { id: webhook_id }],
  "webhooks.test": ["Sends a test event now and returns the receiver's answer", { id: webhook_id }],

  "app.info": ["This installation: version, address, data folder and how much is stored", {}],
  "app.statistics": ["A product's verdict, grade, range and suggested targets", { product_key }],
  "account.show": ["The account's plan, credits and rate limit", {}],
  "keys.list": ["The API keys, without the keys themselves", {}],
  "keys.create": [
    "Creates an API key; the only answer that contains it",
    { name: "kitchen", read_only: true },
  ],
  "keys.revoke": ["Makes an API key invalid at once", { id: "key_2mXc9TzL0aB4" }],
  "sample.load": ["Adds the sample market to try things with", { currency: "USD" }],
  "sample.tour": ["Products of the sample to watch first", {}],
  "sample.remove": ["Removes the sample market", {}],
  "acts.undo": [
    "Takes back what the owner did: the given act, or this key's latest within a day",
    { id: 17 },
  ],
  "acts.redo": ["Does again what was taken back", { id: 17 }],
  "acts.list": ["What the owner did and can take back, the latest first", { limit: 20 }],
  "pages.hosts": ["Hosts in private networks whose pages may be fetched", {}],
  "pages.allow": [
    "Allows or forbids fetching pages from a host in a private network",
    { host: "192.168.1.20:8080", is_allowed: true },
  ],
  "offers.terms": [
    "A product's pages with what they state beside the price: shipping, list price, conditions, pack size",
    { product_key },
  ],
  "paying.read": [
    "Which prices with conditions count for the user, by shop, and whether shipping counts",
    {},
  ],
  "paying.count": [
    "Counts a shop's prices of a kind, or shipping, in best prices, statistics and alerts from now on",
    { term: { kind: "member", retailer: "shop.example" }, counts: true },
  ],
  "prices.enter": [
    "Sets the price of an offer that is entered by hand, also in another currency",
    { offer_id, price: 44.5, currency: "EUR" },
  ],
  "prices.accept": ["Records a price that was held back as implausible", { offer_id }],
  "prices.teach": [
    "Reads a known page at the place that a recipe names, now and at later checks",
    { url, recipe },
  ],
  "prices.settle_click": [
    "Removes the earlier prices of an offer whose price was read at the wrong place until a recipe corrected it",
    { offer_id, clicked_at: "2026-11-22T10:00:00.000Z" },
  ],
  "products.set_size": [
    "Says how much a pack holds, for the price per unit; null leaves it to the pages",
    { product_key, size: { amount: 500, unit: "g" } },
  ],
  "shops.list": ["What shops are called, with their icons, by the host of their offers", {}],
  "shops.rename": ["Names a shop; null goes back to what its pages say", { host, name: "The corner shop" }],
  "rates.read": ["The day's exchange rates, from euros", {}],
  "pictures.keep": ["Stores a picture in the data folder", { url: "https://shop.example/trail-lantern.jpg" }],
  "offers.foreign": [
    "A product's offers and statistics in currencies other than US dollars",
    { product_key },
  ],
  "history.before": [
    "Each offer's last price before a time, with which a chart begins",
    { product_key, before: "2026-05-01T00:00:00.000Z" },
  ],
  "history.edits": ["The owner's corrections of a product's history", { product_key }],
  "history.edit": [
    "Corrects a point of the history, adds one, or leaves one out with null; the observed price stays stored",
    { offer_id, timestamp: "2026-11-22T10:00:00.000Z", to: { price: 49.99, availability: "in" } },
  ],
  "history.bring": [
    "Adds earlier prices from a table of dates and prices to a product's offers, or says what it would add",
    { product_key, offer_id, content: "Date,Price\n2026-01-31,59.90\n2026-03-01,49.99\n", save: true },
  ],
  "shops.engine": ["The address of the owner's SearXNG", {}],
  "shops.set_engine": [
    "Stores the address of a SearXNG that answers a search, or removes it with null",
    { address: "https://search.example" },
  ],
  "shops.find": [
    "What a search for a product's other shops would send, or searches and reads up to five pages; adds nothing",
    { product_key, search: true },
  ],
  "products.similar": ["Other entries that may be the same product", { product_key }],
  "products.merged": ["What was merged into a product", { product_key }],
  "products.merge": ["Makes two entries one product", { product_key, into: "product/trail-lantern/2" }],
  "products.split": [
    "Makes some of a product's offers a product of their own",
    { product_key, offer_ids: [offer_id] },
  ],
  "offers.remove": [
    "Removes shops from a product that keeps at least one",
    { product_key, offer_ids: [offer_id] },
  ],
  "products.rename": ["Names a product", { product_key, title: "Lantern for the tent" }],
  "products.remove": ["Removes products with their history", { product_keys }],
  "history.fetch": [
    "Asks a web archive for older prices of products, which names their pages to it; the copies are read in the background",
    { product_keys, since: "2024-01-01" },
  ],
  "history.samples": ["Older prices of single days, and how far archives are read", { product_key }],
  "history.forget": ["Removes older prices of single days", { product_keys }],
  "history.consent": ["Whether the archive is asked for every product that is added", {}],
  "history.set_consent": [
    "Decides whether the archive is asked for every product that is added",
    { always: true },
  ],
  "recipes.list": ["The places on shops' pages that were clicked as the price", {}],
  "recipes.save": ["Stores where the price stands on a page or on all pages of a host", { recipe }],
  "recipes.locate": [
    "Completes the recipe of a click, so that it reads the clicked figure",
    { url, html, recipe, clicked: "$49.99" },
  ],
  "recipes.test": ["Whether a check would read a price on a page", { url, html, recipe: null }],
  "recipes.remove": ["Removes a recipe", { host }],
  "recipes.export": ["The recipes as the text of a file", { host }],
  "recipes.import": [
    "Stores the recipes of an exported file; invalid lines are skipped and named",
    { text: JSON.stringify(recipe) },
  ],
  "jobs.list": ["Batch jobs", {}],
  "jobs.cancel": ["Ends a batch job", { id: "batch_7Hq2mXc9TzL0aB4fKs8dWn1P" }],
  "links.add": [
    "Adds products by link, barcode, ASIN or name and watches them; returns at once, see links.wait",
    { links: [{ text: url, options: { target: { price: 45, currency: "USD" }, tags: ["gifts"] } }] },
  ],
  "links.list": ["Links that are being added, ask something or were just added", {}],
  "links.wait": ["Waits until links are added, ask something or fail", { ids: [4], timeout_ms: 60_000 }],
  "links.answer": [
    "Answers what a page asked, such as which currency its price is in",
    { ids: [4], options: { currency: "USD" } },
  ],
  "links.enter": [
    "Adds a page that cannot be read, with a name and price read by a person",
    { id: 4, title: "Trail Lantern 400", price: 49.99, currency: "USD" },
  ],
  "links.dismiss": ["Gives up links that wait or ask, or brings them back", { ids: [4] }],
  "lists.preview": [
    "What importing a file of links would add",
    { content: `${url}\n`, file_name: "links.txt" },
  ],
  "lists.import": [
    "Adds and watches the products of a file: text, CSV, bookmarks, a saved page, another tracker's export",
    { content: `${url}\n`, file_name: "links.txt", tags: ["gifts"] },
  ],
  "lists.all": ["Imports and followed pages", {}],
  "lists.entries": ["The links of an import or followed page", { id: 1, states: ["failed", "question"] }],
  "lists.cancel": ["Stops an import; what it has added stays", { id: 1 }],
  "lists.remove": ["Forgets an import or followed page; its products stay", { id: 1 }],
  "lists.follow": [
    "Reads a page of links now and daily, and offers what is new on it",
    { url: "https://shop.example/wish-list" },
  ],
  "lists.check": ["Reads a followed page now", { id: 1 }],
  "lists.decide": [
    "Watches or dismisses what a followed page offers",
    { id: 1, entry_ids: [12], state: "waiting" },
  ],
  "watch.export": ["The watch list as a file that lists.import reads", {}],
  "inbox.list": ["The alerts, the newest first", { limit: 20 }],
  "alerts.of_product": ["A product's alerts, the newest first", { product_key }],
  "alerts.problems": ["Rules and events that could not be evaluated and were set aside", {}],
  "inbox.mark": ["Marks alerts as read or unread, by default all", { is_read: true }],
  "inbox.remove": ["Removes alerts", { ids: [3] }],
  "webhooks.deliveries": ["A webhook's deliveries with their attempts, the newest first", { webhook_id }],
  "webhooks.resend": ["Sends an event to a webhook once more", { webhook_id, event_id: "evt_9TzL0aB4f" }],
  "webhooks.rotate": ["Replaces a webhook's secret; the one before stays valid for a day", { webhook_id }],
  "webhooks.listener": ["The webhook with which the app announces alerts to itself", {}],
  "schedules.overview": ["Schedules with their checks' results, the next check first", { product_key }],
  "schedules.check": ["Starts a check of a watched product, or of all, and returns at once", { product_key }],
  "channels.list": ["Services that alerts are sent to, without their secrets", {}],
  "channels.save": [
    "Adds a service that alerts are sent to, or changes one",
    { name: "Phone", address: "ntfy://ntfy.sh/prices-8f3k", collect: "daily@18" },
  ],
  "channels.remove": ["Removes a service", { id: 1 }],
  "channels.test": ["Sends a test alert", { id: 1 }],
  "channels.deliveries": ["Messages that were sent, wait or failed, the newest first", { id: 1 }],
  "rules.list": ["Alert rules and targets, and products whose alerts are snoozed", { product_key }],
  "rules.save": [
    "Sets a target or another alert rule, or changes one",
    { product_key, trigger: { kind: "target", price: 45, currency: "USD" } },
  ],
  "rules.save_many": [
    "Sets a target or rule for each of several products",
    { product_keys, trigger: { kind: "target_percent", percent: 10 }, replaces_targets: true },
  ],
  "rules.remove": ["Removes rules", { ids: [5] }],
  "rules.snooze": [
    "Sends no alerts of a product until a time; null ends that",
    { product_key, until: "2026-12-24T18:00:00.000Z" },
  ],
  "purchases.save": [
    "Marks a product as bought, or changes its purchase; a lower price is reported while it can be returned",
    { product_key, price: 49.99, on: "2026-11-28", return_days: 14 },
  ],
  "purchases.remove": ["Removes a purchase; the product is watched again as before it", { id: 1 }],
  "purchases.list": ["What was bought, the latest first, and what it saved", {}],
  "upstreams.list": ["Connected services, without their keys", {}],
  "upstreams.add": [
    "Connects a service with the same API, if it answers",
    { base_url: "https://prices.example/v1", key: "ss_live_…" },
  ],
  "upstreams.update": ["Changes a connected service", { id: "1", enabled: false }],
  "upstreams.remove": ["Disconnects a service; what it has delivered stays", { id: "1" }],
  "upstreams.test": ["Asks a service for its usage, which costs no credits", { id: "1" }],
  "upstreams.history": [
    "What a service's history and offers of a product cost, and by which number it is asked, or fetches them",
    { product_key, fetch: true },
  ],
  "tags.list": ["Tags with the number of their products", {}],
  "tags.change": ["Adds and removes tags of products", { product_keys, add: ["gifts"], remove: ["later"] }],
  "products.figures": ["Price, range and grade of products, watched or not", { product_keys }],
  "products.spelling": [
    "Words of a search that no product has, replaced by the closest that one has",
    { q: "wireles headphones" },
  ],
  "pairings.list": ["Browser extensions that wait to be paired", {}],
  "pairings.confirm": [
    "Pairs a browser extension, by its id or the code that it shows",
    { pairing: "482913" },
  ],
  "pairings.refuse": ["Refuses to pair a browser extension", { pairing: "482913" }],
  "visits.find": ["The product to which a page belongs", { url }],
  "visits.read": [
    "Reads a page that a browser shows, and finds its product, without storing anything",
    { url, html },
  ],
  "visits.record": ["Records the price of a known page that a browser shows", { url, html }],
  "watch.list": ["The watched products with price, range, verdict, target and last check", { limit: 100 }],
  "watch.rows": ["The same for some products", { product_keys }],
  "watch.pages": ["The pages of the best offers in the rows of products", { product_keys }],
  "watch.unwatched": ["Products that were added and are no longer watched", {}],
  "products.check": ["Checks a product now and returns what its shops say", { product_key }],
  "watch.put": [
    "Watches products, or changes how often and at which shop",
    { product_keys, schedule: "hourly" },
  ],
  "watch.stop": ["Stops watching products; they keep their history", { product_keys }],
  "watch.sparklines": ["Best prices over 30 or 90 days, for small charts", { product_keys, days: 90 }],
  "web.status": ["Where the window's page for phones and other computers can be opened", {}],
  "web.configure": [
    "Turns that page on or off, or changes its port, addresses and names",
    { enabled: true, listen: ["0.0.0.0"], allowed_hosts: ["nas.local"] },
  ],
  "web.start_pairing": ["A code with which one device can be paired within five minutes", {}],
  "web.list": ["The paired devices and when they were last in use", {}],
  "web.revoke": ["Ends a device's access at once", { id: 1 }],
};
