import { formatCount } from "../../lib/format.js";

interface ProgressProps {
  readonly done: number;
  readonly total: number;
}

export function Progress({ done, total }: ProgressProps) {
  return (
    <div className="batch-progress">
      <progress aria-label="Looked up" value={done} max={total} />
      <span role="status">
        {formatCount(done)} of {formatCount(total)}
      </span>
    </div>
  );
}
