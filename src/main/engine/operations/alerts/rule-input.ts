import type { RuleTrigger } from "../../../../shared/app/rules.js";
import { toTrigger, triggerError } from "../../domain/alerts/kinds.js";
import type { Trigger } from "../../domain/alerts/rule.js";
import { normaliseHost } from "../../domain/product-url.js";
import { invalidParams } from "../request/contract-error.js";

/** Throws `ERR_INVALID_PARAMS` with a message for the user. */
export function parseTrigger(request: RuleTrigger): Trigger {
  const trigger = toTrigger(request);
  const error = triggerError(trigger);
  if (error !== null) throw invalidParams(error.message, error.action);
  return trigger;
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
