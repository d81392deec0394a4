import { alerts, rules, snoozing } from "./alerts-and-rules.js";
import { app, entrances, errors, shell } from "./app.js";
import { actions, common, counts, shown, units } from "./common.js";
import { dataPart, dataProblems, updates } from "./data-and-updates.js";
import { deals } from "./deals.js";
import { extension } from "./extension.js";
import { history, tide, verdict } from "./history.js";
import { lists } from "./lists.js";
import { adding, commands, lookup, search } from "./lookup-and-search.js";
import { firstDays, grouping, offers, product } from "./product.js";
import { events, outcomes, reasons } from "./reasons.js";
import { account, browsers, channels, recipes, services, settings } from "./settings.js";
import { watching, watchList } from "./watch-list.js";
import { deliveries, keys, webhooks } from "./webhooks-and-api.js";

/** Everything that a shopper reads, in English: one file for each area. Other languages have the same shape. */
export const en = {
  account,
  actions,
  adding,
  alerts,
  app,
  browsers,
  channels,
  commands,
  common,
  counts,
  dataPart,
  dataProblems,
  deals,
  deliveries,
  entrances,
  errors,
  events,
  extension,
  firstDays,
  grouping,
  history,
  keys,
  lists,
  lookup,
  offers,
  outcomes,
  product,
  reasons,
  recipes,
  rules,
  search,
  services,
  settings,
  shell,
  shown,
  snoozing,
  units,
  updates,
  tide,
  verdict,
  watchList,
  watching,
  webhooks,
};
