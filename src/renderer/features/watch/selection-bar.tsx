import { Columns3, Merge, Share, Tags, Target, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { Button, IconButton } from "../../components/button.js";
import { MenuButton } from "../../components/menu-button.js";
import { MergeDialog } from "../../components/merge-dialog.js";
import { cadences } from "../../lib/cadence.js";
import { formatCount } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { go } from "../../stores/navigation.js";
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
  const [dialog, setDialog] = useState<"tags" | "target" | "merge" | "share" | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { compare, share, watchList, common } = texts();
  const rows = selected.map(({ row }) => row);
  const [first, other] = rows.length === 2 ? rows : [];
  const run = async (work: Promise<void>) => {
    setBusy(true);
    await work;
    setBusy(false);
  };
  const removeAll = async () => void (await removeProducts(rows));
  // The selection ends with this visit of the list.
  useEffect(() => () => select([]), []);
  return (
    <div className="selection-bar line wraps">
      <strong role="status">{watchList.selected(formatCount(selected.length))}</strong>
      <MenuButton<Cadence>
        label={watchList.howOften}
        choices={cadences()}
        value={null}
        placeholder={watchList.check}
        disabled={isBusy}
        onChoose={(cadence) => void run(changeCadence(rows, cadence))}
      />
      <Button icon={Target} onClick={() => setDialog("target")}>
        {watchList.editTarget}
      </Button>
      <Button icon={Tags} onClick={() => setDialog("tags")}>
        {watchList.editTags}
      </Button>
      {rows.length >= 2 && rows.length <= maxCompared && (
        <Button
          icon={Columns3}
          onClick={() =>
            go({ view: "compare", productKeys: rows.map(({ product_key: productKey }) => productKey) })
          }
        >
          {compare.open}
        </Button>
      )}
      {other && (
        <Button icon={Merge} onClick={() => setDialog("merge")}>
          {watchList.merge}
        </Button>
      )}
      <Button icon={Share} onClick={() => setDialog("share")}>
        {share.open}
      </Button>
      <Button title={watchList.stopAndKeep} disabled={isBusy} onClick={() => void run(stopWatching(rows))}>
        {watchList.stopWatching}
      </Button>
      <Button
        variant="danger"
        title={watchList.removeAll}
        disabled={isBusy}
        onClick={() => void run(removeAll())}
      >
        {common.remove}
      </Button>
      <IconButton label={watchList.selectNone} onClick={() => select([])} icon={X} />
      {dialog === "tags" && <TagDialog rows={rows} onClose={() => setDialog(null)} />}
      {dialog === "merge" && first && other && (
        <MergeDialog
          productKey={first.product_key}
          title={first.title}
          other={other}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "share" && <ShareDialog rows={rows} onClose={() => setDialog(null)} />}
      {dialog === "target" && <TargetDialog rows={rows} onClose={() => setDialog(null)} />}
    </div>
  );
}
