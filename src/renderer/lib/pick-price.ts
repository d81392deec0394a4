import type { CallError, OperationInput } from "../../shared/calls.js";
import { bridge } from "./bridge.js";
import { texts } from "./texts.js";

type Recipe = NonNullable<OperationInput<"links.add">["recipe"]>;

/** The place of the clicked price; `null` if the window was closed instead, or an error. */
export async function askForPrice(url: string): Promise<Recipe | CallError | null> {
  const { adding } = texts();
  try {
    const picked = await bridge().invoke("page:pick-price", url);
    switch (picked.outcome) {
      case "picked":
        return picked.recipe;
      case "closed":
        return null;
      case "failed":
        return { code: "ERR_INVALID_PARAMS", message: picked.message, action: adding.clickAgain };
    }
  } catch {
    return { code: "BAD_CALL", message: adding.noWindow, action: adding.tryAgain };
  }
}
