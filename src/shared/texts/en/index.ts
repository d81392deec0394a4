/** Everything that a shopper reads, in English: one file for each area. Other languages have the same shape. */
export * from "./acts.js";
export * from "./alerts-and-rules.js";
export * from "./app.js";
export * from "./common.js";
export * from "./data-and-updates.js";
export * from "./deals.js";
export * from "./extension.js";
export * from "./history.js";
export * from "./lists.js";
export * from "./lookup-and-search.js";
export * from "./product.js";
export * from "./reasons.js";
export * from "./refusals.js";
export * from "./settings.js";
export * from "./watch-list.js";
export * from "./web.js";
export * from "./webhooks-and-api.js";
