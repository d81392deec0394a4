import { ArrowBigDown, ArrowBigUp } from "lucide-react";
import type { DealVote } from "../../../shared/app/deals.js";
import type { Deal } from "../../../shared/contract/deal.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useDealVotes, vote } from "../../stores/deal-votes.js";

const icons = { up: ArrowBigUp, down: ArrowBigDown } as const;

/** The votes on a deal, and the shopper's own. */
export function DealVotes({ deal: { path, title, votes } }: { readonly deal: Deal }) {
  const own = useDealVotes((state) => state.own[path] ?? null);
  const counted = useDealVotes((state) => state.counted[path] ?? votes);
  const { deals } = texts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons and a figure are no fieldset
    <span className="deal-votes" role="group" aria-label={deals.votesOf(title)}>
      <VoteButton path={path} way="up" own={own} />
      <span
        className="deal-score"
        title={deals.upAndDown(formatCount(counted.upvotes), formatCount(counted.downvotes))}
      >
        {formatCount(counted.score)}
      </span>
      <VoteButton path={path} way="down" own={own} />
    </span>
  );
}

interface VoteButtonProps {
  readonly path: string;
  readonly way: DealVote;
  readonly own: DealVote | null;
}

function VoteButton({ path, way, own }: VoteButtonProps) {
  const Icon = icons[way];
  const { deals } = texts();
  return (
    <button
      type="button"
      className={classNames("deal-vote", own === way && "is-given")}
      aria-pressed={own === way}
      aria-label={way === "up" ? deals.voteUp : deals.voteDown}
      onClick={() => void vote(path, way)}
    >
      <Icon size={17} aria-hidden="true" />
    </button>
  );
}
