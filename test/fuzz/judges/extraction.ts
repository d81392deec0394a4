import type { Extraction } from "../../../src/main/engine/extract/extraction.js";
import { Wrong } from "../machinery/target.js";
import { occursIn } from "./occurs.js";

function judgeAmount(name: string, price: number | null | undefined): void {
  if (price != null && !(price > 0 && Number.isFinite(price))) throw new Wrong(`${name} is ${price}.`);
}

/** Whatever a page is, a price is an amount that stands on it, with evidence; else there is a reason. */
export function judgeExtraction(html: string, told: Extraction): void {
  const { status, offer, candidates, evidence, reason } = told;
  judgeAmount("The price", offer?.price);
  judgeAmount("The list price", offer?.list_price);
  for (const { price } of candidates) judgeAmount("A candidate's price", price);
  if (status === "found" && offer?.price == null && offer?.availability == null)
    throw new Wrong("It is found, and nothing is.");
  if (status !== "found" && (reason === null || !reason.endsWith(".")))
    throw new Wrong(`It is ${status} without a reason.`);
  if (offer?.price == null) return;
  if (status !== "found") throw new Wrong(`It is ${status} and has a price.`);
  if (!/^[a-z-]+:./.test(evidence.price ?? "")) throw new Wrong("The price has no evidence.");
  if (!occursIn(html, offer.price))
    throw new Wrong(`The price ${offer.price} (${evidence.price}) does not stand on the page.`);
}
