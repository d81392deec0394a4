import { goTo } from "../window.js";
import { PageModel } from "./page-model.js";

export type SettingsPart =
  | "General"
  | "Notifications"
  | "Shops"
  | "Browser"
  | "Other devices"
  | "Data"
  | "About"
  | "For programs";

/** The settings and the sections in their parts. */
export class Settings extends PageModel {
  readonly channels = this.section("On your phone and elsewhere");
  readonly devices = this.section("Paired devices");
  readonly services = this.section("Services");
  readonly updates = this.section("Updates");
  readonly webhooks = this.section("Webhooks");

  channel(name: string) {
    const heading = this.page.getByRole("heading", { name, exact: true });
    return this.channels.getByRole("listitem").filter({ has: heading });
  }

  async open(part: SettingsPart): Promise<void> {
    await goTo(this.page, "Settings");
    const parts = this.page.getByRole("navigation", { name: "Settings" });
    await parts.getByRole("button", { name: part, exact: true }).click();
  }

  async press(button: string): Promise<void> {
    await this.page.getByRole("button", { name: button }).click();
  }

  /** Presses this button of the dialog that asks before something is lost. */
  async confirm(button: string): Promise<void> {
    await this.page.getByRole("alertdialog").getByRole("button", { name: button, exact: true }).click();
  }
}
