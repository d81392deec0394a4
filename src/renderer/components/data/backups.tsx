import { useState } from "react";
import type { DataError } from "../../../shared/data/data-error.js";
import type { KnownBackup, SelectedBackup } from "../../../shared/data/job.js";
import type { Power } from "../../../shared/data/powers.js";
import { bridge } from "../../lib/bridge.js";
import { problemText } from "../../lib/data/problem-text.js";
import { formatAge, formatBytes, formatDateTime, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useNow } from "../../lib/use-now.js";
import { Button } from "../button.js";
import { ConfirmDialog, Dialog, LastButton } from "../dialog.js";
import { Switch } from "../switch.js";
import "./data.css";

/** The backup that the shopper has selected, until it is confirmed or dismissed. */
export function useSelectedBackup() {
  const [selected, setSelected] = useState<SelectedBackup | null>(null);
  return {
    selected,
    /** A listed backup, or null for a file that the main process asks for. */
    select: async (id: string | null) => setSelected(await bridge().invoke("data:select-backup", id)),
    clear: () => setSelected(null),
  };
}

interface BackupListProps {
  readonly backups: readonly KnownBackup[];
  readonly isBusy: boolean;
  readonly onRestore: (backup: KnownBackup) => void;
}

/** The known backups, newest first. */
export function BackupList({ backups, isBusy, onRestore }: BackupListProps) {
  const nowMs = useNow();
  const { dataPart } = texts();
  return (
    <ul className="copy-list divided" aria-label={dataPart.copies}>
      {backups.map((backup) => (
        <li key={backup.id} className="line between">
          <div className="stack gap-0 shrinks">
            <strong>{formatDateTime(backup.modifiedMs)}</strong>
            <span className="quiet">
              {dataPart.origins[backup.origin]} · {formatAge(backup.modifiedMs, nowMs)} ·{" "}
              {formatBytes(backup.bytes)}
            </span>
            <code className="data-path soft breaks">{backup.path}</code>
          </div>
          <Button
            variant="quiet"
            className="fixed"
            disabled={isBusy}
            aria-label={dataPart.restoreOf(formatDateTime(backup.modifiedMs))}
            onClick={() => onRestore(backup)}
          >
            {dataPart.restoreThis}
          </Button>
        </li>
      ))}
    </ul>
  );
}

interface RestoreDialogProps {
  readonly backup: SelectedBackup;
  readonly onClose: () => void;
}

/** Describes the backup and the effect on the present data before restoring. */
export function RestoreDialog({ backup, onClose }: RestoreDialogProps) {
  const { problem, path, powers } = backup;
  const { dataPart } = texts();
  const [trust, setTrust] = useState(false);
  if (problem !== null) return <CannotRestore problem={problem} path={path} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={dataPart.restoreTitle}
      message={`${factsText(backup)} ${dataPart.restoreAbout}`}
      confirm={dataPart.restore}
      onConfirm={async () => {
        // Closes at once: the work panel shows progress and result.
        void bridge().invoke("data:restore", path, trust);
      }}
      onClose={onClose}
    >
      {powers?.length === 0 || (
        <>
          {powers !== null && <Powers powers={powers} />}
          <Switch isOn={trust} onChange={setTrust} label={dataPart.turnOn} note={dataPart.turnOnAbout} />
        </>
      )}
    </ConfirmDialog>
  );
}

/** What a backup would turn on. */
export function Powers({ powers }: { readonly powers: readonly Power[] }) {
  const { dataPart } = texts();
  return (
    <ul className="copy-list divided" aria-label={dataPart.powersOf}>
      {powers.map(({ kind, name }) => (
        <li key={`${kind} ${name}`}>
          <span className="stack gap-0 shrinks">
            <strong>{name}</strong>
            <span className="quiet">{dataPart.powers[kind]}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function factsText({ modifiedMs, bytes, products }: SelectedBackup): string {
  const { restoreCount, restoreFacts } = texts().dataPart;
  const facts = restoreFacts(formatDateTime(modifiedMs), formatBytes(bytes));
  return products === null ? facts : `${facts} ${restoreCount(formatPlural("product", products))}`;
}

interface CannotRestoreProps {
  readonly problem: DataError;
  readonly path: string;
  readonly onClose: () => void;
}

function CannotRestore({ problem, path, onClose }: CannotRestoreProps) {
  const { title, advice } = problemText(problem, path);
  const { common, dataPart } = texts();
  return (
    <Dialog title={dataPart.cannotRestore} description={title} onClose={onClose}>
      <code className="data-path soft breaks">{path}</code>
      <p>{advice}</p>
      <p>{dataPart.nothingChanged}</p>
      <LastButton label={common.close} onClose={onClose} />
    </Dialog>
  );
}
