import type { CallResult, OperationInput } from "../../shared/calls.js";
import { texts } from "../lib/texts.js";
import { callOnce } from "./call-engine.js";
import { forgetCatalogue } from "./catalogue.js";
import { go, type Route, visitNow } from "./navigation.js";
import { notify } from "./notices.js";

/**
 * Adds a shop's page and opens its product. That may take a minute: a shopper who is not at the `visit` any more during
 * which it was asked for is told, and stays.
 */
export async function addLink(
  wish: OperationInput<"links.add">,
  visit: Route,
): Promise<CallResult<"links.add">> {
  const result = await callOnce("links.add", wish);
  if (!result.ok || result.data.outcome !== "added") return result;
  // What was unknown a moment ago is known now.
  forgetCatalogue();
  const { product_key: productKey } = result.data;
  const open = () => go({ view: "product", productKey });
  if (visit === visitNow()) open();
  else tellAdded(new URL(wish.url).hostname, productKey, open);
  return result;
}

function tellAdded(host: string, productKey: string, open: () => void): void {
  const { adding, common } = texts();
  notify({
    topic: `added ${productKey}`,
    text: adding.added(host),
    action: { label: common.open, run: open },
  });
}
