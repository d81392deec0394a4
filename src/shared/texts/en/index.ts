import { common } from "./common.js";
import { history } from "./history.js";
import { units } from "./units.js";

/** Everything that a shopper reads, in English: one file an area. Other languages have the same shape. */
export const en = { common, history, units };
