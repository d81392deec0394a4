import type { Product } from "../../../shared/contract/product.js";
import { linkOf } from "../../../shared/links-in.js";
import { asksForCommands, type Command, matchCommands } from "../../lib/match-commands.js";

export type BoxOption =
  | { readonly kind: "look-up"; readonly text: string }
  /** A link, which is added unless it is known. */
  | { readonly kind: "link"; readonly text: string; readonly host: string }
  | { readonly kind: "product"; readonly product: Product }
  | { readonly kind: "command"; readonly command: Command };

/** A key that stays the same when the option moves. */
export function optionKey(option: BoxOption): string {
  if (option.kind === "product") return option.product.service;
  return option.kind === "command" ? `> ${option.command.id}` : option.kind;
}

export interface BoxKnowledge {
  /** Products that match the typed words. */
  readonly products: readonly Product[];
  /** Recently viewed products, for an empty box. */
  readonly recent: readonly Product[];
  readonly commands: readonly Command[];
}

/** The options of the box. The first is what Enter does, so that typing and Enter always looks up the typed text. */
export function boxOptions(
  typed: string,
  { products, recent, commands }: BoxKnowledge,
): readonly BoxOption[] {
  const text = typed.trim();
  const found = matchCommands(commands, text).map((command) => ({ kind: "command", command }) as const);
  if (asksForCommands(text)) return found;
  if (text === "") return recent.map((product) => ({ kind: "product", product }));
  const link = linkOf(text);
  if (link !== null) return [{ kind: "link", text, host: new URL(link).host }];
  const offered = products.map((product) => ({ kind: "product", product }) as const);
  // A single look-up option needs no list: Enter looks up the text.
  if (offered.length + found.length === 0) return [];
  return [{ kind: "look-up", text }, ...offered, ...found];
}
