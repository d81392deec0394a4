import { create } from "zustand";
import type { OperationInput } from "../../../shared/calls.js";
import { texts } from "../../lib/texts.js";

type DealSort = "hot" | "new" | "top-hour" | "top-day" | "top-week";
export type DealGrade = "" | "A" | "B" | "C" | "D";

/** The filters as typed; parsed when deals are requested. */
export interface DealFilters {
  readonly sort: DealSort;
  readonly grade: DealGrade;
  readonly retailer: string;
  readonly minPrice: string;
  readonly maxPrice: string;
}

export const noFilters: DealFilters = { sort: "hot", grade: "", retailer: "", minPrice: "", maxPrice: "" };

interface DealsState extends DealFilters {
  readonly pages: number;
}

/** Kept outside of the view, so that going back from a product shows the same list. */
export const useDealFilters = create<DealsState>(() => ({ ...noFilters, pages: 1 }));

export function changeFilters(change: Partial<DealFilters>): void {
  useDealFilters.setState({ ...change, pages: 1 });
}

export function openNextPage(): void {
  useDealFilters.setState(({ pages }) => ({ pages: pages + 1 }));
}

const pageSize = 20;

function amountOf(text: string): number | undefined {
  const value = Number(text.replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) || value < 0 ? undefined : value;
}

/** An error if the filters contradict each other; then nothing is requested. */
export function problemOf({ minPrice, maxPrice }: DealFilters): string | null {
  const least = amountOf(minPrice);
  const most = amountOf(maxPrice);
  return least !== undefined && most !== undefined && least > most ? texts().deals.contradiction : null;
}

/** Requests for the first `pages` pages. Unset filters are left out. */
export function dealInputs(filters: DealFilters, pages: number): OperationInput<"deals.list">[] {
  const least = amountOf(filters.minPrice);
  const most = amountOf(filters.maxPrice);
  const retailer = filters.retailer.trim().toLowerCase();
  return Array.from({ length: pages }, (_, page) => ({
    sort: filters.sort,
    limit: pageSize,
    offset: page * pageSize,
    ...(filters.grade && { grade: filters.grade }),
    ...(retailer && { retailer }),
    ...(least !== undefined && { min_price: least }),
    ...(most !== undefined && { max_price: most }),
  }));
}

export function hasFilters(filters: DealFilters): boolean {
  return [filters.grade, filters.retailer, filters.minPrice, filters.maxPrice].some((text) => text !== "");
}
