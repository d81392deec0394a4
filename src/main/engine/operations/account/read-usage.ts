import type { ContractResult } from "../../../../shared/contract/operations.js";
import { periodDays } from "../../domain/billing-period.js";
import { planState } from "../../domain/subscription.js";
import { isMetered } from "../request/caller.js";
import type { PricedResult, ReadContext } from "../request/contract-operation.js";

function percentage(used: number, limit: number): number {
  return limit === 0 ? 0 : Math.round((used / limit) * 10_000) / 100;
}

/** Decisions 34 and 39. The figures include this request, if it counts. */
export function getUsage({
  caller,
  account,
  period,
  usage,
  creditLimit,
  nowMs,
}: ReadContext): PricedResult<ContractResult<"usage.get">> {
  const isUsable = planState(account, nowMs) === "usable";
  return {
    result: {
      data: {
        current_period: {
          ...periodDays(period),
          credits_used: usage.creditsUsed,
          credits_limit: creditLimit,
          credits_remaining: Math.max(0, creditLimit - usage.creditsUsed),
          requests_made: usage.requestsMade + (isMetered(caller) ? 1 : 0),
        },
        usage_percentage: percentage(usage.creditsUsed, creditLimit),
        subscription_required: !isUsable,
        subscription_status:
          account.status === "canceled" || account.status === "none" ? null : account.status,
      },
    },
    credits: 0,
  };
}
