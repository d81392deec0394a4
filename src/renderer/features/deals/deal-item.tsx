import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import type { Deal } from "../../../shared/contract/deal.js";
import { Button } from "../../components/button.js";
import { DealCells } from "../../components/deal-row.js";
import { Fact } from "../../components/fact.js";
import { classNames } from "../../lib/class-names.js";
import { formatCount, formatMoney, formatPercent, percentBelow } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { lookUp } from "../../stores/lookup.js";

/** A deal: price and grade at a glance, all details once it is opened. */
export function DealItem({ deal }: { readonly deal: Deal }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={classNames("deal-item", isOpen && "is-open")}>
      <div className="deal-line">
        <button
          type="button"
          data-row={deal.path}
          className="row deal-row"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <DealCells deal={deal} />
          <ChevronDown size={16} className="deal-chevron fixed" />
        </button>
      </div>
      {isOpen && (
        <div id={id} className="deal-details">
          <DealStory deal={deal} />
          <DealFigures deal={deal} />
        </div>
      )}
    </li>
  );
}

function DealStory({ deal }: { readonly deal: Deal }) {
  const { deals } = texts();
  const words = [deal.subtitle, deal.description, deal.grade.justification];
  const said = [...new Set(words)].filter((each) => each !== "");
  return (
    <div className="deal-story stack">
      {said.map((each) => (
        <p key={each}>{each}</p>
      ))}
      <Button variant="primary" onClick={() => void lookUp(deal.url, deal.title)}>
        {deals.openProduct}
      </Button>
    </div>
  );
}

function DealFigures({ deal: { pricing, votes } }: { readonly deal: Deal }) {
  const { current, original, currency } = pricing;
  const { deals } = texts();
  const percent = percentBelow(current, original);
  return (
    <dl className="deal-figures stack gap-1">
      {percent >= 1 && (
        <Fact
          name={deals.saved}
          value={`${formatMoney(original - current, currency)} (${formatPercent(percent)})`}
        />
      )}
      <Fact
        name={deals.votes}
        value={deals.upAndDown(formatCount(votes.upvotes), formatCount(votes.downvotes))}
      />
    </dl>
  );
}
