import type { HistoryEdit } from "../../../shared/app/hand-edits.js";
import { Button } from "../../components/button.js";
import { formatDateTime, formatMoney } from "../../lib/format.js";
import { useAnswer } from "../../stores/answers.js";
import { undoEdit } from "../../stores/hand-edits.js";

function sentence({ retailer, currency, timestamp, before, after }: HistoryEdit): string {
  const at = `${retailer}, ${formatDateTime(timestamp)}`;
  const money = (value: HistoryEdit["before"]) => (value === null ? "" : formatMoney(value.price, currency));
  if (after === null) return `${at}: ${money(before)} excluded`;
  return before === null
    ? `${at}: ${money(after)} added`
    : `${at}: ${money(after)} instead of ${money(before)}`;
}

/** What was put right by hand, each with its way back. */
export function HandEdits({ service }: { readonly service: string }) {
  const { data } = useAnswer("history.edits", { service });
  if (!data || data.edits.length === 0) return null;
  return (
    <section className="hand-edits" aria-label="Put right by hand">
      <h3>Put right by hand</h3>
      <ul>
        {data.edits.map((edit) => (
          <li key={edit.id}>
            <span>{sentence(edit)}</span>
            <Button
              variant="quiet"
              aria-label={`Undo: ${sentence(edit)}`}
              onClick={() => void undoEdit(edit.id)}
            >
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
