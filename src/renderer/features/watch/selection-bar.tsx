import { Columns3, Merge, Share, Tags, Target, X } from "lucide-react";
import { useEffect } from "react";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { Button, DialogButton, IconButton } from "../../components/button.js";
import { MenuButton } from "../../components/menu-button.js";
import { MergeDialog } from "../../components/merge-dialog.js";
import { cadences } from "../../lib/cadence.js";
import { formatCount } from "../../lib/format.js";
import { keysOf } from "../../lib/keys-of.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { go, visitNow } from "../../stores/navigation.js";
import { removeProducts } from "../../stores/removal.js";
import { select } from "../../stores/watch-view.js";
import { ShareDialog } from "./share-dialog.js";
import { TagDialog } from "./tag-dialog.js";
import { TargetDialog } from "./target-dialog.js";
import { changeCadence, stopWatching } from "./watch-actions.js";

/** More do not fit side by side. */
const maxCompared = 4;

/** Actions for the selected rows, at the foot of the window. */
export function SelectionBar({ selected }: { readonly selected: readonly WatchItem[] }) {
  const { isBusy, run } = useAct();
  const { compare, share, watchList, common } = texts();
  const rows = selected.map(({ row }) => row);
  const [first, other] = rows.length === 2 ? rows : [];
  const perform = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      return null;
    });
  // The selection ends with this visit of the list, unless it is compared: more may be done with it afterwards.
  useEffect(() => () => void (visitNow().view === "compare" || select([])), []);
  return (
    <div className="selection-bar line wraps">
      <strong role="status">{watchList.selected(formatCount(selected.length))}</strong>
      <MenuButton<Cadence>
        label={watchList.howOften}
        choices={cadences()}
        value={null}
        placeholder={watchList.check}
        disabled={isBusy}
        onChoose={(cadence) => perform(() => changeCadence(rows, cadence))}
      />
      <DialogButton icon={Target} dialog={(close) => <TargetDialog rows={rows} onClose={close} />}>
        {watchList.editTarget}
      </DialogButton>
      <DialogButton icon={Tags} dialog={(close) => <TagDialog rows={rows} onClose={close} />}>
        {watchList.editTags}
      </DialogButton>
      {rows.length >= 2 && rows.length <= maxCompared && (
        <Button icon={Columns3} onClick={() => go({ view: "compare", productKeys: keysOf(rows) })}>
          {compare.open}
        </Button>
      )}
      {first && other && (
        <DialogButton
          icon={Merge}
          dialog={(close) => (
            <MergeDialog productKey={first.product_key} title={first.title} other={other} onClose={close} />
          )}
        >
          {watchList.merge}
        </DialogButton>
      )}
      <DialogButton icon={Share} dialog={(close) => <ShareDialog rows={rows} onClose={close} />}>
        {share.open}
      </DialogButton>
      <Button
        title={watchList.stopAndKeep}
        disabled={isBusy}
        onClick={() => perform(() => stopWatching(rows))}
      >
        {watchList.stopWatching}
      </Button>
      <Button
        variant="danger"
        title={watchList.removeAll}
        disabled={isBusy}
        onClick={() => perform(() => removeProducts(rows))}
      >
        {common.remove}
      </Button>
      <IconButton label={watchList.selectNone} onClick={() => select([])} icon={X} />
    </div>
  );
}
