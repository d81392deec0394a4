import type { SelectedBackup } from "../../../shared/data/job.js";
import { bridge } from "../../lib/bridge.js";
import { problemText } from "../../lib/data/problem-text.js";
import { formatBytes, formatDateTime, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { Button } from "../button.js";
import { ConfirmDialog } from "../confirm-dialog.js";
import { Dialog } from "../dialog.js";
import "./data.css";

interface RestoreDialogProps {
  readonly chosen: SelectedBackup;
  readonly onClose: () => void;
}

/** Describes the backup and the effect on the present data before restoring. */
export function RestoreDialog({ chosen, onClose }: RestoreDialogProps) {
  const { dataPart } = texts();
  if (chosen.problem !== null) return <CannotRestore chosen={chosen} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={dataPart.restoreTitle}
      message={`${factsOf(chosen)} ${dataPart.restoreAbout}`}
      confirm={dataPart.restore}
      onConfirm={async () => {
        // Closes at once: the work panel shows progress and result.
        void bridge().invoke("data:restore", chosen.path);
      }}
      onClose={onClose}
    />
  );
}

function factsOf({ modifiedMs, bytes, products }: SelectedBackup): string {
  const { restoreCount, restoreFacts } = texts().dataPart;
  const facts = restoreFacts(formatDateTime(modifiedMs), formatBytes(bytes));
  return products === null ? facts : `${facts} ${restoreCount(formatPlural("product", products))}`;
}

function CannotRestore({ chosen: { problem, path }, onClose }: RestoreDialogProps) {
  if (problem === null) return null;
  const { title, advice } = problemText(problem, path);
  const { common, dataPart } = texts();
  return (
    <Dialog title={dataPart.cannotRestore} description={title} onClose={onClose}>
      <code className="data-path">{path}</code>
      <p>{advice}</p>
      <p>{dataPart.nothingChanged}</p>
      <div className="dialog-actions">
        <Button variant="primary" onClick={onClose}>
          {common.close}
        </Button>
      </div>
    </Dialog>
  );
}
