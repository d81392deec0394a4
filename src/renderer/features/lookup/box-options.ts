import type { Product } from "../../../shared/contract/product.js";
import { linkOf } from "../../lib/identifier.js";
import { asksForCommands, type Command, matchCommands } from "../../lib/match-commands.js";

/** One line under the box. */
export type BoxOption =
  | { readonly kind: "look-up"; readonly text: string }
  /** A link, which is added unless it is known. */
  | { readonly kind: "link"; readonly text: string; readonly host: string }
  | { readonly kind: "product"; readonly product: Product }
  | { readonly kind: "command"; readonly command: Command };

/** Which line it is, wherever it stands. */
export function optionKey(option: BoxOption): string {
  if (option.kind === "product") return option.product.service;
  return option.kind === "command" ? `> ${option.command.id}` : option.kind;
}

export interface BoxKnowledge {
  /** Found for the words typed so far. */
  readonly products: readonly Product[];
  /** Looked at of late, for a box that is empty. */
  readonly recent: readonly Product[];
  readonly commands: readonly Command[];
}

/** What the box offers. The first line is what Enter does, so that typing and Enter always looks up what was typed. */
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
  // Nothing to choose from is no list: the text is looked up on Enter as it is.
  if (offered.length + found.length === 0) return [];
  return [{ kind: "look-up", text }, ...offered, ...found];
}
