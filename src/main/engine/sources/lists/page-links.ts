import type { ListItem } from "../../../../shared/app/lists.js";

/** The links of a page; those that look like products are suggested. */
export function readPageLinks(_html: string, _baseUrl: string): { name: string | null; items: ListItem[] } {
  return { name: null, items: [] };
}
