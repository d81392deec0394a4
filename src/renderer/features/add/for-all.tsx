import { useState } from "react";
import { Button } from "../../components/button.js";
import { formatPercent } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { type Entry, isUnderWay, takeBack } from "../../stores/adding.js";
import { notifyFailure } from "../../stores/notices.js";
import { setTargets } from "../../stores/targets.js";

const targetPercent = 10;

/** Actions for all added products, once all links have been read. */
export function ForAll({ entries }: { readonly entries: readonly Entry[] }) {
  const [isBusy, setBusy] = useState(false);
  const watched = entries.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : []));
  if (entries.some(isUnderWay) || watched.length < 2) return null;
  const { adding } = texts();
  const setAll = async () => {
    setBusy(true);
    const error = await setTargets([...new Set(watched)], targetPercent);
    setBusy(false);
    if (error) notifyFailure(error);
  };
  return (
    <div className="add-ways">
      <Button disabled={isBusy} onClick={() => void setAll()}>
        {adding.targetForAll(formatPercent(targetPercent))}
      </Button>
      <Button variant="quiet" onClick={() => void takeBack(entries)}>
        {adding.undoAll}
      </Button>
    </div>
  );
}
