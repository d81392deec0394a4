import type { Texts } from "../texts.js";
import { common } from "./common.js";
import { history } from "./history.js";
import { units } from "./units.js";

export const de: Texts = { common, history, units };
