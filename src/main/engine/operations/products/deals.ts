import type { ContractRequest, ContractResult } from "../../../../shared/contract/operations.js";
import { findDeals } from "../../db/prices/deal.js";
import { dealsCost } from "../../domain/cost.js";
import type { PricedResult, ReadContext } from "../request/contract-operation.js";

export function listDeals(
  { tx, nowMs }: ReadContext,
  request: ContractRequest<"deals.list">,
): PricedResult<ContractResult<"deals.list">> {
  const { deals, total } = findDeals(tx, request, nowMs);
  const { limit, offset } = request;
  return {
    result: {
      deals,
      pagination: {
        total,
        limit,
        offset,
        returned: deals.length,
        has_more: offset + deals.length < total,
      },
    },
    credits: dealsCost(deals.length),
  };
}
