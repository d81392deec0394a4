import type { Finding } from "./target.js";

/** To the process that tries a target. */
export interface Order {
  readonly target: string;
  readonly seed: number;
  readonly cases: number;
  readonly endMs: number | null;
}

/** From it. */
export type News =
  | { readonly kind: "progress"; readonly cases: number }
  | { readonly kind: "finding"; readonly finding: Finding }
  | {
      readonly kind: "end";
      readonly cases: number;
      readonly findings: readonly Finding[];
      readonly ms: number;
    };
