import type { KnownBackup } from "../../../shared/data/job.js";
import { formatAge, formatBytes, formatDateTime } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { Button } from "../button.js";
import "./data.css";

interface CopyListProps {
  readonly copies: readonly KnownBackup[];
  readonly isBusy: boolean;
  readonly onRestore: (copy: KnownBackup) => void;
}

/** The known backups, newest first. */
export function CopyList({ copies, isBusy, onRestore }: CopyListProps) {
  const nowMs = useNow();
  const { dataPart } = texts();
  return (
    <ul className="copy-list" aria-label={dataPart.copies}>
      {copies.map((copy) => (
        <li key={copy.id}>
          <div className="copy-about">
            <strong>{formatDateTime(copy.modifiedMs)}</strong>
            <span className="quiet">
              {dataPart.origins[copy.origin]} · {formatAge(copy.modifiedMs, nowMs)} ·{" "}
              {formatBytes(copy.bytes)}
            </span>
            <code className="data-path">{copy.path}</code>
          </div>
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={dataPart.restoreOf(formatDateTime(copy.modifiedMs))}
            onClick={() => onRestore(copy)}
          >
            {dataPart.restoreThis}
          </Button>
        </li>
      ))}
    </ul>
  );
}
