import { useState } from "react";
import type { WatchRow } from "../../../shared/app/watch.js";
import { FormDialog } from "../../components/dialog.js";
import { TextField } from "../../components/fields.js";
import { formatPlural } from "../../lib/format.js";
import { keysOf } from "../../lib/keys-of.js";
import { texts } from "../../lib/texts.js";
import { setTargets } from "../../stores/targets.js";

interface TargetDialogProps {
  readonly rows: readonly WatchRow[];
  readonly onClose: () => void;
}

/** Sets the targets of products, as a percentage below each present price. */
export function TargetDialog({ rows, onClose }: TargetDialogProps) {
  const [percent, setPercent] = useState("10");
  const { watchList } = texts();
  const save = () => setTargets(keysOf(rows), { percent: Number(percent), isReplacing: true });
  return (
    <FormDialog
      title={watchList.targetFor(formatPlural("product", rows.length))}
      description={watchList.targetAbout}
      submit={watchList.setTargets}
      onSubmit={save}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
