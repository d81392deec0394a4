import type { Page } from "@playwright/test";
import { Inbox } from "./inbox.js";
import { LinkCards } from "./link-cards.js";
import { ProductPage } from "./product-page.js";
import { RuleDialog } from "./rule-dialog.js";
import { Settings } from "./settings.js";
import { WatchList } from "./watch-list.js";

/** The parts of a window. */
export class Ui {
  readonly inbox: Inbox;
  readonly links: LinkCards;
  readonly product: ProductPage;
  readonly rule: RuleDialog;
  readonly settings: Settings;
  readonly watchList: WatchList;

  constructor(page: Page) {
    this.inbox = new Inbox(page);
    this.links = new LinkCards(page);
    this.product = new ProductPage(page);
    this.rule = new RuleDialog(page);
    this.settings = new Settings(page);
    this.watchList = new WatchList(page);
  }
}
