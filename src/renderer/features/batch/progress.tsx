import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";

interface ProgressProps {
  readonly done: number;
  readonly total: number;
}

export function Progress({ done, total }: ProgressProps) {
  return (
    <div className="batch-progress">
      <progress aria-label={texts().batch.lookedUp} value={done} max={total} />
      <span role="status">{texts().common.outOf(formatCount(done), formatCount(total))}</span>
    </div>
  );
}
