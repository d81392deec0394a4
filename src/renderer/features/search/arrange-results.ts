import type { ProductFigures } from "../../../shared/app/search.js";
import { mostFrequent } from "../../../shared/arrays.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { Product } from "../../../shared/contract/product.js";
import { gradeRank } from "../../lib/grade.js";

export interface Result {
  readonly product: Product;
  /** Undefined until the figures have loaded. */
  readonly figures: ProductFigures | undefined;
}

export const resultSorts = ["match", "price", "grade", "drop", "rating"] as const;
export type ResultSort = (typeof resultSorts)[number];

export interface Arrangement {
  readonly sort: ResultSort;
  /** Null for all brands. */
  readonly brand: string | null;
}

/** Lower is better. Amounts in a minority currency come last, because they do not compare. */
function rank(
  { product, figures }: Result,
  sort: Exclude<ResultSort, "match">,
  currency: string | null,
): number {
  switch (sort) {
    case "price":
      return figures?.best?.currency === currency ? (figures?.best?.price ?? last) : last;
    case "grade":
      return gradeRank(figures?.grade ?? null) ?? last;
    case "drop":
      return figures?.below_median30 === undefined || figures.below_median30 === null
        ? last
        : -figures.below_median30;
    case "rating":
      return product.rating ? -product.rating.value : last;
    default:
      return assertNever(sort);
  }
}

const last = Number.POSITIVE_INFINITY;

/** The results of the selected brand in the selected order; equal ones keep the order of their match. */
export function arrangeResults(results: readonly Result[], { sort, brand }: Arrangement): readonly Result[] {
  const chosen = results.filter(({ product }) => brand === null || product.brand === brand);
  if (sort === "match") return chosen;
  const currency = mostFrequent(results.flatMap(({ figures }) => figures?.best?.currency ?? [])) ?? null;
  return chosen.toSorted((one, other) => {
    const ranks = [rank(one, sort, currency), rank(other, sort, currency)] as const;
    return ranks[0] === ranks[1] ? 0 : ranks[0] - ranks[1];
  });
}

/** The distinct brands of the results, in alphabetical order. */
export function brandsOf(results: readonly Result[]): readonly string[] {
  const brands = new Set(results.flatMap(({ product }) => product.brand ?? []));
  return [...brands].sort((one, other) => one.localeCompare(other));
}
