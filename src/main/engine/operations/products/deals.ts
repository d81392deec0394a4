import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import type { ContractRequest, ContractResult } from "../../../../shared/contract/operations.js";
import { dealByPath, findDeals, updateDealRank } from "../../db/deal.js";
import { localVotesOn, saveVote, votesOfAccount, withLocalVotes } from "../../db/deal-vote.js";
import { type ReadDb, write } from "../../db/store.js";
import { dealsCost } from "../../domain/cost.js";
import type { OperationContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";
import type { ContractContext, PricedResult } from "../request/contract-operation.js";

type VoteContext = Pick<OperationContext, "db" | "clock"> & { readonly accountId: number };

const signs = { up: 1, down: -1 } as const;

/** One vote per account; repeating it changes nothing. Throws `ContractError` for an unknown deal. */
export function voteOnDeal(
  { db, clock, accountId }: VoteContext,
  { path, vote }: AppRequest<"deals.vote">,
): AppOutput<"deals.vote"> {
  return write(db, (tx) => {
    const deal = dealByPath(tx, path);
    if (deal === undefined)
      throw invalidParams(
        `Unknown deal '${path.slice(0, 80)}'.`,
        "Reload the deals; this one may have expired.",
      );
    saveVote(tx, { accountId, path, vote: vote === null ? null : signs[vote], nowMs: clock.now() });
    const voted = withLocalVotes(deal, localVotesOn(tx, path));
    updateDealRank(tx, voted);
    return { votes: voted.votes };
  });
}

export function ownDealVotes(
  db: ReadDb,
  accountId: number,
  { paths }: AppRequest<"deals.own_votes">,
): AppOutput<"deals.own_votes"> {
  const votes = votesOfAccount(db, accountId, paths);
  return { votes: [...votes].map(([path, vote]) => ({ path, vote: vote > 0 ? "up" : "down" })) };
}

export function listDeals(
  { tx, nowMs }: ContractContext,
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
