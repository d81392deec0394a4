import { app } from "./app.js";
import { common } from "./common.js";
import { counts } from "./counts.js";
import { entrances } from "./entrances.js";
import { errors } from "./errors.js";
import { events } from "./events.js";
import { grouping } from "./grouping.js";
import { history } from "./history.js";
import { rules } from "./rules.js";
import { shell } from "./shell.js";
import { shown } from "./shown.js";
import { units } from "./units.js";
import { watching } from "./watching.js";

/** Everything that a shopper reads, in English: one file an area. Other languages have the same shape. */
export const en = {
  app,
  common,
  counts,
  entrances,
  errors,
  events,
  grouping,
  history,
  rules,
  shell,
  shown,
  units,
  watching,
};
