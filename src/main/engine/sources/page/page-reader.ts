import type { PageLinks } from "../lists/page-links.js";
import type { FetchedPage, PageReading } from "./read-page.js";

/** Reads pages. Long pages take a tenth of a second, so it may do so on another thread. */
export interface PageReader {
  readPage(page: FetchedPage): Promise<PageReading>;
  /** The links of a page with a final address. */
  readLinks(html: string, url: string): Promise<PageLinks>;
}

/** Reads on the calling thread. The readers are imported with the first page, to keep the engine's start fast. */
export const directPageReader: PageReader = {
  readPage: async (page) => (await import("./read-page.js")).readPage(page),
  readLinks: async (html, url) => (await import("../lists/page-links.js")).readPageLinks(html, url),
};
