import type { Texts } from "./texts.js";

export type RefusalKind = keyof Texts["refusals"];

type Value = string | number;
type ValuesOf<T> = T extends (...values: infer Values extends Value[]) => string ? Values : [];

/** What a refusal's text needs: nothing, or the parameters of its function. */
export type RefusalValues<K extends RefusalKind> = ValuesOf<Texts["refusals"][K]>;

/** Refusals whose text needs no values. */
export type PlainRefusalKind = {
  [K in RefusalKind]: RefusalValues<K> extends [] ? K : never;
}[RefusalKind];

/** Why the engine refuses what its owner asks: a key of the catalogue, and the values of its text. */
export interface Refusal {
  readonly kind: RefusalKind;
  readonly values: readonly Value[];
}

/** A refusal in the language of `refusals`: its first line, and the next step. */
export function refusalText({ kind, values }: Refusal, refusals: Texts["refusals"]) {
  const text: string | ((...values: never[]) => string) = refusals[kind];
  const said = typeof text === "string" ? text : text(...(values as never[]));
  const end = said.lastIndexOf("\n");
  return { title: said.slice(0, end), advice: said.slice(end + 1) };
}
