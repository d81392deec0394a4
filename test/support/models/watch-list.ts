import { callEngine, watch } from "../call-engine.js";
import { findSampleProducts, goTo } from "../window.js";
import { PageModel } from "./page-model.js";

/** The list of watched products. */
export class WatchList extends PageModel {
  readonly grid = this.page.getByRole("grid", { name: "Watched products" });
  /** The rows without the header. */
  readonly rows = this.grid.locator("[data-product]");
  readonly filter = this.page.getByRole("searchbox");
  readonly selectAll = this.page.getByRole("checkbox", { name: "Select all" });
  /** Shown instead of an empty list. */
  readonly empty = this.page.getByRole("heading", { name: "Nothing is watched yet" });

  row(name: string | RegExp) {
    return this.page.getByRole("row", { name });
  }

  column(name: string) {
    return this.page.getByRole("columnheader", { name });
  }

  async open(): Promise<void> {
    await goTo(this.page, "Watch list");
  }

  /** Watches products of the sample market. */
  async fill(count: number): Promise<void> {
    const products = await findSampleProducts(this.page, "headphones", count);
    await watch(
      this.page,
      products.map(({ service: productKey }) => productKey),
    );
  }

  /** The schedules, as the engine has stored them. */
  async readSchedules() {
    const { schedules } = await callEngine(this.page, "schedules.overview", {});
    return schedules.map(({ schedule, retailer }) => ({ schedule, retailer }));
  }

  async chooseForFirst(item: string): Promise<void> {
    await this.rows
      .first()
      .getByRole("button", { name: /^More for/ })
      .click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }

  async setFrequencyOfSelected(name: string): Promise<void> {
    await this.page.getByRole("button", { name: /^How often the selected/ }).click();
    await this.page.getByRole("menuitemradio", { name }).click();
  }

  async sortBy(column: string): Promise<void> {
    await this.column(column).getByRole("button").click();
  }

  async undo(notice: string): Promise<void> {
    const shown = this.page.locator(".notice").filter({ hasText: notice });
    await shown.getByRole("button", { name: "Undo" }).click();
  }
}
