import { Check } from "lucide-react";
import { Button } from "../../components/button.js";
import { formatCount, formatPercent, formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { type Entry, isAdded, isUnderWay } from "../../stores/adding/entries.js";
import { takeBack } from "../../stores/adding/links.js";
import { notifyFailure } from "../../stores/notices.js";
import { setTargets } from "../../stores/targets.js";
import { useWatchedRows } from "../../stores/watch-list.js";

const targetPercent = 10;

function doneText(added: number, missing: number): string {
  const { adding } = texts();
  return missing === 0
    ? adding.targetsForAll
    : adding.targetsFor(formatCount(added - missing), formatCount(added));
}

/** Actions for all added products, once all links have been read. */
export function ForAll({ entries }: { readonly entries: readonly Entry[] }) {
  const { isBusy, run } = useAct(notifyFailure);
  const watched = entries.flatMap(({ state }) => (state.kind === "watched" ? [state.productKey] : []));
  const own = entries.filter(isAdded);
  const rows = useWatchedRows();
  if (entries.some(isUnderWay) || watched.length < 2) return null;
  const { adding, watchList } = texts();
  const added = [...new Set(watched)].flatMap((productKey) => rows.get(productKey) ?? []);
  const missing = added.filter(({ target }) => target === null);
  const isDone = missing.length < added.length && missing.every(({ best }) => best === null);
  const setAll = () =>
    run(() => setTargets([...new Set(watched)], { percent: targetPercent, isReplacing: false }));
  return (
    <div className="add-ways">
      <Button disabled={isBusy || isDone} icon={isDone && <Check size={14} />} onClick={() => void setAll()}>
        {isDone ? doneText(added.length, missing.length) : adding.targetForAll(formatPercent(targetPercent))}
      </Button>
      {isDone && missing.length > 0 && (
        <span className="quiet">{watchList.targetsPriceless(formatPlural("product", missing.length))}</span>
      )}
      {own.length > 1 && (
        <Button variant="quiet" onClick={() => void takeBack(own)}>
          {adding.undoAll(formatCount(own.length))}
        </Button>
      )}
    </div>
  );
}
