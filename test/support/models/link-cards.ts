import { callEngine } from "../call-engine.js";
import { goTo, lookUp } from "../window.js";
import { PageModel } from "./page-model.js";

/** The cards of links that were added by the look-up box or on the page "Add many". */
export class LinkCards extends PageModel {
  readonly all = this.page.getByRole("article");
  readonly several = this.page.getByRole("list", { name: "Add several at once" }).getByRole("article");
  readonly target = this.page.getByRole("textbox", { name: "Target price in USD" });
  /** The steps offered for a page whose price could not be read. */
  readonly unread = this.page.getByRole("region", { name: /could not be read$/ });
  /** The links, numbers and names on the page "Add many", one per line. */
  readonly lines = this.page.getByRole("textbox", { name: /^One per line/ });
  readonly openButton = this.page.getByRole("button", { name: "Open", exact: true });

  question(name: string) {
    return this.page.getByRole("region", { name });
  }

  /** Allows the host of a shop on this computer, as its question would. */
  async allow(url: string): Promise<void> {
    await callEngine(this.page, "pages.allow", { host: new URL(url).host, is_allowed: true });
  }

  /** Allows the host of a shop on this computer, and looks up a link of it. */
  async add(url: string): Promise<void> {
    await this.allow(url);
    await lookUp(this.page, url);
  }

  /** Opens the product of a link, once the page has been read. */
  async open(): Promise<void> {
    // The engine pauses for some seconds between visits to a shop.
    await this.openButton.click({ timeout: 50_000 });
  }

  async addAndOpen(url: string): Promise<void> {
    await this.add(url);
    await this.open();
  }

  async openAddMany(): Promise<void> {
    await goTo(this.page, "Search");
    await this.page.getByRole("button", { name: /^Add many/ }).click();
  }

  async addMany(lines: readonly string[]): Promise<void> {
    await this.openAddMany();
    await this.lines.fill(lines.join("\n"));
    await this.lines.press("ControlOrMeta+Enter");
  }

  /** Opens a file on the page "Add many". */
  async openFile(name: string, text: string): Promise<void> {
    await this.openAddMany();
    const file = { name, mimeType: "text/plain", buffer: Buffer.from(text) };
    await this.page.getByTestId("add-file").setInputFiles(file);
  }
}
