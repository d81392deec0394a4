import { Check } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.js";
import { formatPercent } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { type Entry, isUnderWay } from "../../stores/adding/entries.js";
import { takeBack } from "../../stores/adding/queue.js";
import { notifyFailure } from "../../stores/notices.js";
import { setTargets } from "../../stores/targets.js";
import { useWatchedRows } from "../../stores/watch-list.js";

const targetPercent = 10;

/** Actions for all added products, once all links have been read. */
export function ForAll({ entries }: { readonly entries: readonly Entry[] }) {
  const [isBusy, setBusy] = useState(false);
  const watched = entries.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : []));
  const rows = useWatchedRows();
  if (entries.some(isUnderWay) || watched.length < 2) return null;
  const { adding } = texts();
  const targets = watched.map((productKey) => rows.get(productKey)).filter((row) => row?.best != null);
  const isDone = targets.length > 0 && targets.every((row) => row?.target);
  const setAll = async () => {
    setBusy(true);
    const error = await setTargets([...new Set(watched)], targetPercent);
    setBusy(false);
    if (error) notifyFailure(error);
  };
  return (
    <div className="add-ways">
      <Button
        disabled={isBusy || isDone}
        icon={isDone && <Check size={14} aria-hidden="true" />}
        onClick={() => void setAll()}
      >
        {isDone ? adding.targetsForAll : adding.targetForAll(formatPercent(targetPercent))}
      </Button>
      <Button variant="quiet" onClick={() => void takeBack(entries)}>
        {adding.undoAll}
      </Button>
    </div>
  );
}
