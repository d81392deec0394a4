import type { Texts } from "../texts.js";
import { common } from "./common.js";
import { units } from "./units.js";

export const de: Texts = { common, units };
