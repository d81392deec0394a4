import { expect } from "@playwright/test";
import { lookUp } from "../window.js";
import { PageModel } from "./page-model.js";

/** A product's own page. */
export class ProductPage extends PageModel {
  readonly best = this.section("Best price");
  readonly verdict = this.section("Verdict");
  readonly watching = this.section("Watching");
  readonly assessment = this.section("Is it a good price?");
  readonly history = this.section("Price history");
  readonly chart = this.page.getByRole("application", { name: "Chart of prices" });
  /** The part of the history that the chart shows. */
  readonly span = this.page.getByRole("status", { name: "Time shown" });
  /** The prices at the cross-hair in words; empty without a cross-hair. */
  readonly crossHair = this.chart.getByRole("status");
  /** The offers with the buttons around them. */
  readonly offersSection = this.section("Offers");
  readonly offers = this.page.getByRole("table", { name: "Offers" });
  readonly watchSwitch = this.watching.getByRole("switch", { name: "Watch" });
  readonly target = this.watching.getByRole("textbox", { name: /^Target price/ });
  readonly rules = this.watching.getByRole("list", { name: "Rules of this product" }).getByRole("listitem");

  title(name: string) {
    return this.page.getByRole("heading", { level: 1, name });
  }

  /** How often the product is checked, such as "Daily". */
  frequency(name: string) {
    return this.watching.getByRole("button", { name: `How often: ${name}` });
  }

  async open(productKey: string): Promise<void> {
    await lookUp(this.page, productKey);
  }

  /** Opens the first product that these words find. */
  async openFirst(words: string): Promise<void> {
    await lookUp(this.page, words);
    await this.page.getByRole("list", { name: "Products" }).locator("[data-row]").first().click();
  }

  async setFrequency(name: string): Promise<void> {
    await this.watching.getByRole("button", { name: /^How often/ }).click();
    await this.page.getByRole("menuitemradio", { name }).click();
    await expect(this.frequency(name)).toBeVisible();
  }

  async checkNow(): Promise<void> {
    await this.page.getByRole("button", { name: "Check now" }).click();
  }

  async showCurrency(code: string): Promise<void> {
    await this.page.getByRole("group", { name: "Currency" }).getByText(code).click();
  }

  /** Chooses in the menu of a shop's offer. */
  async chooseForOffer(item: string | RegExp, shop: string | RegExp = /^/): Promise<void> {
    const name = typeof shop === "string" ? `More for ${shop}` : /^More for/;
    await this.offers.getByRole("button", { name }).click();
    await this.page.getByRole("menuitem", { name: item }).click();
  }

  async addAnotherShop(url: string): Promise<void> {
    await this.offersSection.getByRole("button", { name: "Add another shop" }).click();
    await this.page.keyboard.insertText(url);
    await this.page.keyboard.press("Enter");
  }

  async openMerge() {
    await this.page.getByRole("button", { name: "Merge with another entry…" }).click();
    return this.page.getByRole("dialog", { name: /same product/ });
  }
}
