import { forgetAnswers } from "./answers.js";
import { forgetProducts } from "./products.js";

/** Resets the window after the catalogue itself was replaced. */
export function forgetCatalogue(): void {
  forgetAnswers(true);
  forgetProducts();
}
