import type { AppOutput, AppRequest } from "../../../../shared/app/operations.js";
import { dealByPath, updateDealRank } from "../../db/deal.js";
import { localVotesOn, saveVote, votesOfAccount, withLocalVotes } from "../../db/deal-vote.js";
import { type ReadDb, write } from "../../db/store.js";
import type { OperationContext } from "../request/context.js";
import { invalidParams } from "../request/contract-error.js";

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
