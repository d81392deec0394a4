import type { CallError, OperationInput } from "../../shared/calls.js";
import { bridge } from "./bridge.js";
import { texts } from "./texts.js";

type Recipe = NonNullable<OperationInput<"prices.teach">["recipe"]>;

/** The shopper enters the price instead. */
interface ByHand {
  /** The clicked figure that could not be read; may be empty. */
  readonly figure: string;
}

/** The place of the clicked price; `null` if the window was closed instead, or an error. */
export async function askForPrice(url: string): Promise<Recipe | ByHand | CallError | null> {
  const { adding, common } = texts();
  try {
    const picked = await bridge().invoke("page:pick-price", url);
    switch (picked.outcome) {
      case "picked":
        return picked.recipe;
      case "by-hand":
        return { figure: picked.figure };
      case "closed":
        return null;
      case "failed":
        return picked.error;
    }
  } catch {
    return { code: "BAD_CALL", message: adding.noWindow, action: common.tryAgain };
  }
}
