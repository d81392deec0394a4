import { forgetAnswers } from "./answers.js";
import { forgetProducts } from "./products.js";

/** The catalogue itself has changed: whatever was shown of it may be gone. */
export function forgetCatalogue(): void {
  forgetAnswers(true);
  forgetProducts();
}
