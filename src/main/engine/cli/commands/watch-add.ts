import { setTimeout as delay } from "node:timers/promises";
import type { AppRequest } from "../../../../shared/app/operations.js";
import type { AddLinkResult, PageChoice } from "../../../../shared/app/pages.js";
import { pageUrl } from "../../../../shared/app/primitives.js";
import { assertNever } from "../../../../shared/assert-never.js";
import type { Cadence } from "../../../../shared/contract/schedule.js";
import { MINUTE_MS } from "../../../../shared/time.js";
import { offerByPublicId } from "../../db/prices/offer.js";
import { fromAvailabilityCode } from "../../domain/price-point.js";
import { blocks } from "../../extract/blocks.js";
import { watchedRows } from "../../operations/watch/list.js";
import { CommandError, printToStderr, toReason } from "../environment.js";
import { readInput } from "../input.js";
import { type Columns, formatPrice, type OutputOptions, printResults } from "../output.js";
import { type Owner, withOwner } from "../owner.js";
import { needsWindow } from "./check.js";

export interface AddOptions extends OutputOptions {
  /** `daily` unless the product is watched already. */
  readonly every?: Cadence;
  readonly target?: number;
  readonly tag: readonly string[];
  readonly allowHost: readonly string[];
  /** The candidate to select on an ambiguous page. */
  readonly price?: number;
  /** Words of the products that count on a page that lists several. */
  readonly cheapest?: string;
  /** Used for a page that does not state its currency. */
  readonly currency?: string;
}

type AddRequest = AppRequest<"links.add">;
type Added = Extract<AddLinkResult, { outcome: "added" }>;
type Unread = Extract<AddLinkResult, { outcome: "unread" }>;

/** A price of an ambiguous page, as `extract` prints it. */
type Candidate = Omit<PageChoice, "pick" | "variant" | "place"> & {
  readonly variant?: string;
  readonly from: string;
  readonly place?: NonNullable<PageChoice["place"]>;
};

type AddResult =
  | {
      readonly link: string;
      readonly status: "watching";
      readonly product_key: string;
      readonly title: string;
      readonly price: number;
      readonly currency: string;
      readonly availability: "in" | "out" | null;
      readonly every: Cadence;
      readonly target: number | null;
    }
  | {
      readonly link: string;
      readonly status: "ambiguous";
      readonly reason: string;
      readonly candidates: readonly Candidate[];
    }
  | { readonly link: string; readonly status: "blocked" | "nothing" | "failed"; readonly reason: string };

/** Longer pauses are left to the user. */
const maxPauseMs = 2 * MINUTE_MS;

/** The request that answers the page's question as the options say; `null` if they do not. */
export function answerQuestion(
  request: AddRequest,
  result: AddLinkResult,
  price: number | undefined,
): AddRequest | null {
  if (result.outcome === "size" && request.other_size === undefined)
    return { ...request, other_size: "separate" };
  if (result.outcome !== "choose" || request.pick !== undefined) return null;
  const choice = result.choices.find((each) => each.price === price);
  return choice === undefined ? null : { ...request, pick: choice.pick };
}

async function visit(
  { call }: Owner,
  request: AddRequest,
  price: number | undefined,
): Promise<AddLinkResult> {
  for (let next = request; ; ) {
    const result = await call("links.add", next);
    if (result.outcome === "paused" && result.wait_ms <= maxPauseMs) {
      await delay(result.wait_ms);
      continue;
    }
    const answered = answerQuestion(next, result, price);
    if (answered === null) return result;
    next = answered;
  }
}

function toCandidate({ pick: { from }, variant, place, ...amount }: PageChoice): Candidate {
  return { ...amount, ...(variant === null ? {} : { variant }), from, ...(place === null ? {} : { place }) };
}

/** What to do with a page that looks like a list of products; null for others. */
function listAdvice({ list }: Pick<Unread, "list">): string | null {
  if (list === undefined) return null;
  return `It seems to list ${list.items} products. To watch the cheapest, repeat the link with --cheapest and words of its title.`;
}

const nothingCauses = new Set(["no-product", "old-recipe", "lost-click", "out-of-stock"]);

function describeUnread(link: string, result: Unread): AddResult {
  const { cause, reason, advice, is_rendered: isRendered } = result;
  const sentences = [reason, advice, listAdvice(result)];
  if (cause !== null && Object.hasOwn(blocks, cause))
    return { link, status: "blocked", reason: sentences.filter(Boolean).join(" ") };
  const isNothing = cause !== null && nothingCauses.has(cause);
  if (isNothing && !isRendered && result.list === undefined) sentences.push(needsWindow);
  return { link, status: isNothing ? "nothing" : "failed", reason: sentences.filter(Boolean).join(" ") };
}

/** The result of a link that was not added. */
export function describeRefusal(
  link: string,
  result: Exclude<AddLinkResult, { outcome: "added" }>,
  price?: number,
): AddResult {
  const failed = (reason: string): AddResult => ({ link, status: "failed", reason });
  switch (result.outcome) {
    case "choose": {
      const found = price === undefined ? "The page has several prices." : `None of its prices is ${price}.`;
      const repeat = "Repeat the link with --price and one of them.";
      const reason = [found, repeat, listAdvice(result)].filter(Boolean).join(" ");
      return { link, status: "ambiguous", reason, candidates: result.choices.map(toCandidate) };
    }
    case "currency": {
      const codes = result.possible.length === 0 ? "its code" : result.possible.slice(0, 3).join(" or ");
      return failed(`The page does not state its currency. Repeat the link with --currency ${codes}.`);
    }
    case "private":
      return failed(
        `${result.host} is not on the public internet. If you trust it, repeat the link with --allow-host ${result.host}.`,
      );
    case "paused":
      return failed(
        `Visits to ${result.host} are paused for another ${Math.ceil(result.wait_ms / MINUTE_MS)} minutes. Repeat the link then.`,
      );
    case "size":
      return failed("The page sells another pack size than the product that it would join.");
    case "unread":
      return describeUnread(link, result);
    default:
      return assertNever(result);
  }
}

/** Keeps how the product is watched already, unless `every` says otherwise. */
async function watch({ call }: Owner, productKey: string, every: Cadence | undefined): Promise<void> {
  const { schedules } = await call("schedules.overview", { product_key: productKey });
  const known = schedules[0];
  if (known !== undefined && (every === undefined || every === known.schedule)) return;
  const retailer = known?.retailer ?? null;
  await call("schedules.put", {
    ids: [productKey],
    schedule: every ?? "daily",
    ...(retailer === null ? {} : { retailer }),
    local_only: true,
  });
}

/** Sets the product's target in this currency, in place of another one. */
async function setTarget({ call }: Owner, { product_key: productKey, currency }: Added, price: number) {
  const { rules } = await call("rules.list", { product_key: productKey });
  const known = rules.find(
    ({ product_key: owner, trigger, retailer, condition }) =>
      owner === productKey &&
      trigger.kind === "target" &&
      trigger.currency === currency &&
      retailer === null &&
      condition === null,
  );
  if (known?.trigger.kind === "target" && known.trigger.price === price && known.is_enabled) return;
  await call("rules.save", {
    ...(known === undefined ? {} : { id: known.id }),
    product_key: productKey,
    trigger: { kind: "target", price, currency },
  });
}

async function watchAdded(
  owner: Owner,
  link: string,
  added: Added,
  { every, target, tag }: AddOptions,
): Promise<AddResult> {
  const { context, call } = owner;
  const { product_key: productKey, title, price, currency } = added;
  await watch(owner, productKey, every);
  if (target !== undefined) await setTarget(owner, added, target);
  if (tag.length > 0) await call("tags.change", { product_keys: [productKey], add: [...tag] });
  const [row] = watchedRows(context, { product_keys: [productKey] }).rows;
  if (row === undefined) throw new CommandError("The product was removed in the meantime.");
  const offer = offerByPublicId(context.db, added.offer_id);
  return {
    link,
    status: "watching",
    product_key: productKey,
    title,
    price,
    currency,
    availability: offer === undefined ? null : fromAvailabilityCode(offer.availability),
    every: row.schedule,
    target: row.target?.price ?? null,
  };
}

async function addLink(owner: Owner, link: string, options: AddOptions): Promise<AddResult> {
  if (!pageUrl.safeParse(link).success)
    return { link, status: "failed", reason: "It is not an http(s) URL of at most 4096 characters." };
  const { price, currency, cheapest } = options;
  const listing = cheapest === undefined ? {} : { listing: { words: cheapest } };
  try {
    const result = await visit(owner, { url: link, currency, ...listing }, price);
    return result.outcome === "added"
      ? await watchAdded(owner, link, result, options)
      : describeRefusal(link, result, price);
  } catch (error) {
    return { link, status: "failed", reason: toReason(error) };
  }
}

const maxLinks = 1_000;
async function readLinks(): Promise<string[]> {
  const lines = (await readInput()).split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** The links in order, with those on stdin in place of `-`. */
async function expandLinks(links: readonly string[]): Promise<string[]> {
  const fromInput = links.includes("-") ? await readLinks() : [];
  const all = [...new Set(links.flatMap((link) => (link === "-" ? fromInput : [link])))];
  if (all.length === 0) throw new CommandError("stdin holds no links. Write one on each line.");
  if (all.length > maxLinks)
    throw new CommandError(`These are ${all.length} links; at most ${maxLinks} are added at a time.`);
  return all;
}

const columns: Columns<AddResult> = {
  status: ({ status }) => status,
  price: (result) => (result.status === "watching" ? formatPrice(result.price, result.currency) : ""),
  product: (result) => (result.status === "watching" ? result.product_key : result.link),
  title: (result) => {
    if (result.status === "watching") return result.title;
    if (result.status !== "ambiguous") return result.reason;
    const prices = result.candidates.map(({ price, currency }) => formatPrice(price, currency));
    return `${result.reason} (${prices.join(", ")})`;
  },
};

/** Adds one link after the other: a shop is visited no more often than is polite. */
export async function addCommand(given: readonly string[], options: AddOptions): Promise<void> {
  const links = await expandLinks(given);
  let failures = 0;
  await withOwner(options, async (owner) => {
    for (const host of options.allowHost) await owner.call("pages.allow", { host, is_allowed: true });
    const results = async function* () {
      for (const [i, link] of links.entries()) {
        if (process.stderr.isTTY && links.length > 1) printToStderr(`${i + 1} of ${links.length}: ${link}`);
        const result = await addLink(owner, link, options);
        if (result.status !== "watching") failures++;
        yield result;
      }
    };
    await printResults(results(), columns, options);
  });
  if (failures > 0)
    throw new CommandError(
      `${failures} of ${links.length} links ${failures === 1 ? "was" : "were"} not added.`,
    );
}
