import type { HistoryEdit } from "../../../shared/app/manual-edits.js";
import { Button } from "../../components/button.js";
import { formatDateTime, formatMoney } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { undoEdit } from "../../stores/hand-edits.js";

function sentence({ retailer, currency, timestamp, before, after }: HistoryEdit): string {
  const at = `${retailer}, ${formatDateTime(timestamp)}`;
  const money = (value: HistoryEdit["before"]) => (value === null ? "" : formatMoney(value.price, currency));
  const { offers } = texts();
  if (after === null) return offers.excluded(at, money(before));
  return before === null ? offers.added(at, money(after)) : offers.replaced(at, money(after), money(before));
}

/** What was put right by hand, each with its way back. */
export function HandEdits({ productKey }: { readonly productKey: string }) {
  const { data } = useAnswer("history.edits", { product_key: productKey });
  if (!data || data.edits.length === 0) return null;
  const { common, offers } = texts();
  return (
    <section className="hand-edits" aria-label={offers.byHand}>
      <h3>{offers.byHand}</h3>
      <ul>
        {data.edits.map((edit) => (
          <li key={edit.id}>
            <span>{sentence(edit)}</span>
            <Button
              variant="quiet"
              aria-label={offers.undo(sentence(edit))}
              onClick={() => void undoEdit(edit.id)}
            >
              {common.undo}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
