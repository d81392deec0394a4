import { create } from "zustand";
import type { OperationInput } from "../../../shared/calls.js";
import { texts } from "../../lib/texts.js";

type DealSort = "hot" | "new" | "top-hour" | "top-day" | "top-week";
export type DealGrade = "" | "A" | "B" | "C" | "D";

/** What the shopper chose. The texts are kept as typed; they become numbers when the deals are asked for. */
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

/** Kept outside the view, so that coming back from a product finds the same list. */
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

/** A sentence when the filters contradict each other, so that nothing impossible is asked. */
export function problemOf({ minPrice, maxPrice }: DealFilters): string | null {
  const least = amountOf(minPrice);
  const most = amountOf(maxPrice);
  return least !== undefined && most !== undefined && least > most ? texts().deals.contradiction : null;
}

/** The questions for the first `pages` pages. Unset filters are left out. */
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
