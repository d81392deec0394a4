import type { PageLinks } from "../lists/page-links.js";
import type { FetchedPage, PageReading } from "./read-page.js";

/** Reads pages. Long pages take a tenth of a second, so it may do so on another thread. */
export interface PageReader {
  /** Loads what reads pages while one for which the user waits is on its way. */
  prepare(): void;
  readPage(page: FetchedPage): Promise<PageReading>;
  /** The links of a page with a final address. */
  readLinks(html: string, url: string): Promise<PageLinks>;
}

/** Reads on the calling thread. The readers are imported with the first page, to keep the engine's start fast. */
export const directPageReader: PageReader = {
  prepare: () => {
    // What is wrong with the file shows when the page is read.
    import("./read-page.js").catch(() => undefined);
  },
  readPage: async (page) => (await import("./read-page.js")).readPage(page),
  readLinks: async (html, url) => (await import("../lists/page-links.js")).readPageLinks(html, url),
};
