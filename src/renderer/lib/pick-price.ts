import type { CallError, OperationInput } from "../../shared/calls.js";
import { bridge } from "./bridge.js";

type Recipe = NonNullable<OperationInput<"links.add">["recipe"]>;

/** Where the shopper has clicked the price; `null` where the window was closed instead, or why it could not be. */
export async function askForPrice(url: string): Promise<Recipe | CallError | null> {
  const action = "Try again, or click another part of the price.";
  try {
    const picked = await bridge().pickPrice(url);
    switch (picked.outcome) {
      case "picked":
        return picked.recipe;
      case "closed":
        return null;
      case "failed":
        return { code: "ERR_INVALID_PARAMS", message: picked.message, action };
    }
  } catch {
    return { code: "BAD_CALL", message: "The page could not be opened in a window.", action: "Try again." };
  }
}
