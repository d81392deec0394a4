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
