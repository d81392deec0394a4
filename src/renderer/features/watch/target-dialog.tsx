import { type FormEvent, useState } from "react";
import type { WatchRow } from "../../../shared/app/watch.js";
import type { CallError } from "../../../shared/calls.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { ErrorNote } from "../../components/error-note.js";
import { TextField } from "../../components/text-field.js";
import { formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { setTargets } from "../../stores/targets.js";

interface TargetDialogProps {
  readonly rows: readonly WatchRow[];
  readonly onClose: () => void;
}

/** Sets targets for several products, as a percentage below each present price. */
export function TargetDialog({ rows, onClose }: TargetDialogProps) {
  const [percent, setPercent] = useState("10");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<CallError | null>(null);
  const { watchList, common } = texts();
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    const failure = await setTargets(
      rows.map(({ product_key: productKey }) => productKey),
      Number(percent),
    );
    setBusy(false);
    setError(failure);
    if (!failure) onClose();
  };
  return (
    <Dialog
      title={watchList.targetFor(formatPlural("product", rows.length))}
      description={watchList.targetAbout}
      onClose={onClose}
    >
      <form className="form" onSubmit={(event) => void save(event)}>
        <TextField
          label={watchList.percentUnder}
          type="number"
          required
          min="1"
          max="95"
          step="1"
          value={percent}
          onChange={setPercent}
        />
        {error && <ErrorNote error={error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button variant="primary" type="submit" disabled={isBusy}>
            {watchList.setTargets}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
