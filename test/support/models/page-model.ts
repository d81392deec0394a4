import type { Page } from "@playwright/test";

/** A part of the window as a shopper sees it: what it shows and what can be done there. */
export abstract class PageModel {
  constructor(protected readonly page: Page) {}

  section(name: string) {
    return this.page.getByRole("region", { name, exact: true });
  }
}
