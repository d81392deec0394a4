import { account } from "./account.js";
import { actions } from "./actions.js";
import { adding } from "./adding.js";
import { alerts } from "./alerts.js";
import { app } from "./app.js";
import { batch } from "./batch.js";
import { commands } from "./commands.js";
import { common } from "./common.js";
import { costs } from "./costs.js";
import { counts } from "./counts.js";
import { dataProblems } from "./data-problems.js";
import { deals } from "./deals.js";
import { entrances } from "./entrances.js";
import { errors } from "./errors.js";
import { events } from "./events.js";
import { grouping } from "./grouping.js";
import { history } from "./history.js";
import { lookup } from "./lookup.js";
import { offers } from "./offers.js";
import { outcomes } from "./outcomes.js";
import { product } from "./product.js";
import { reasons } from "./reasons.js";
import { results } from "./results.js";
import { rules } from "./rules.js";
import { search } from "./search.js";
import { settings } from "./settings.js";
import { dataPart } from "./settings-data.js";
import { deliveries } from "./settings-deliveries.js";
import { keys } from "./settings-keys.js";
import { recipes } from "./settings-recipes.js";
import { services } from "./settings-services.js";
import { updates } from "./settings-updates.js";
import { webhooks } from "./settings-webhooks.js";
import { shell } from "./shell.js";
import { shown } from "./shown.js";
import { snoozing } from "./snoozing.js";
import { units } from "./units.js";
import { verdict } from "./verdict.js";
import { watchList } from "./watch-list.js";
import { watching } from "./watching.js";

/** Everything that a shopper reads, in English: one file an area. Other languages have the same shape. */
export const en = {
  account,
  actions,
  adding,
  alerts,
  app,
  batch,
  commands,
  common,
  costs,
  counts,
  dataPart,
  dataProblems,
  deals,
  deliveries,
  entrances,
  errors,
  events,
  grouping,
  history,
  keys,
  lookup,
  offers,
  outcomes,
  product,
  reasons,
  recipes,
  results,
  rules,
  search,
  services,
  settings,
  shell,
  shown,
  snoozing,
  units,
  updates,
  verdict,
  watchList,
  watching,
  webhooks,
};
