import { expect } from "@playwright/test";
import { select } from "../window.js";
import { PageModel } from "./page-model.js";

/** The form of a rule, for a product or for all. */
export class RuleDialog extends PageModel {
  readonly form = this.page.getByRole("dialog", { name: /^(New|Edit) rule/ });
  readonly error = this.form.getByRole("alert");
  readonly addButton = this.form.getByRole("button", { name: "Add rule" });

  /** Opens the form of a new rule; with a kind, chooses it. */
  async open(kind?: string): Promise<void> {
    await this.page.getByRole("main").getByRole("button", { name: "Add rule" }).click();
    if (kind !== undefined) await select(this.form, "Alert me when", kind);
  }

  /** Adds a rule. Fields that are not in `fill` keep their defaults. */
  async add(kind: string, fill: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.open(kind);
    for (const [name, value] of Object.entries(fill))
      await this.form.getByLabel(new RegExp(`^${name}`)).fill(value);
    await this.addButton.click();
    await expect(this.form).toHaveCount(0);
  }
}
