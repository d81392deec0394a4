import type { RuleTrigger } from "../../../../shared/app/rules.js";
import type { Trigger } from "../../domain/alerts/rule.js";
import { toMinor } from "../../domain/money.js";
import { normaliseHost } from "../../domain/product-url.js";
import { invalidParams } from "../request/parameter-errors.js";

/** Throws `ERR_INVALID_PARAMS` with a message for the user. */
export function parseTrigger(trigger: RuleTrigger): Trigger {
  switch (trigger.kind) {
    case "target": {
      const priceMinor = toMinor(trigger.price);
      if (priceMinor < 1 || priceMinor > 1e12)
        throw invalidParams("The target price must be more than 0.", "Enter an amount such as 249.99.");
      return { kind: "target", priceMinor, currency: trigger.currency };
    }
    case "percent_below":
      if (trigger.percent < 0 || trigger.percent > 95)
        throw invalidParams("The percentage must be between 0 and 95.", "Enter a number such as 15.");
      return trigger;
    case "new_low":
      if (
        trigger.days !== null &&
        (!Number.isInteger(trigger.days) || trigger.days < 1 || trigger.days > 3_650)
      )
        throw invalidParams(
          "The number of days must be a whole number between 1 and 3650.",
          "Enter a number such as 90.",
        );
      return trigger;
    default:
      return trigger;
  }
}

const domainPattern = /^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/;

/** Normalizes a shop's domain; also accepts a link to the shop. */
export function parseRetailer(text: string | null): string | null {
  if (text === null || text.trim() === "") return null;
  const link = /^https?:\/\//i.test(text.trim()) ? text.trim() : `https://${text.trim()}`;
  const host = URL.canParse(link) ? normaliseHost(new URL(link).hostname) : "";
  if (!domainPattern.test(host))
    throw invalidParams(
      `'${text.trim().slice(0, 80)}' is not a shop's domain.`,
      "Enter a domain such as shop.example, or leave the field empty for all shops.",
    );
  return host;
}
