import { Columns3, Merge, Share, Tags, Target, X } from "lucide-react";
import { useEffect, useState } from "react";
import type { WatchRow } from "../../../shared/app/watch.js";
import type { CallError } from "../../../shared/calls.js";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { Button, DialogButton, IconButton } from "../../components/button.js";
import { FormDialog } from "../../components/dialog.js";
import { CheckField, TextField } from "../../components/fields.js";
import { MenuButton } from "../../components/menu-button.js";
import { MergeDialog } from "../../components/merge-dialog.js";
import { cadences } from "../../lib/cadence.js";
import { saveFile } from "../../lib/export-file.js";
import { formatCount, formatPlural } from "../../lib/format.js";
import { keysOf } from "../../lib/keys-of.js";
import { drawOnWhite, loadPicture } from "../../lib/load-picture.js";
import { texts } from "../../lib/texts.js";
import { useAct } from "../../lib/use-act.js";
import { useNow } from "../../lib/use-now.js";
import type { WatchItem } from "../../lib/watch/watch-item.js";
import { ask } from "../../stores/call-engine.js";
import { go, visitNow } from "../../stores/navigation.js";
import { removeProducts } from "../../stores/removal.js";
import { select } from "../../stores/watch-view.js";
import { type SharedProduct, sharedDays, sharePage } from "./share-page.js";
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

/** More make a page that no telephone likes. */
const maxShared = 100;
const pictureSize = 160;
/** Pictures that are not there by then are left out. */
const pictureWaitMs = 10_000;

interface ShareDialogProps {
  readonly rows: readonly WatchRow[];
  readonly onClose: () => void;
}

/** Saves products as a page that anyone can open. */
function ShareDialog({ rows, onClose }: ShareDialogProps) {
  const { share } = texts();
  const [title, setTitle] = useState<string>(texts().app.places.watch);
  const [included, setIncluded] = useState({ hasTargets: false, hasTags: false });
  const nowMs = useNow();
  const shown = rows.slice(0, maxShared);
  const save = async () => {
    const products = await readShared(shown);
    if ("code" in products) return products;
    const page = sharePage(products, { title: title.trim(), ...included, nowMs });
    saveFile("watch-list.html", "text/html", page);
    return null;
  };
  return (
    <FormDialog
      title={share.of(formatPlural("product", rows.length))}
      description={share.about}
      submit={share.save}
      submitting={share.saving}
      isComplete={title.trim() !== ""}
      onSubmit={save}
      onClose={onClose}
    >
      {rows.length > maxShared && <p className="warn">{share.onlyFirst(formatCount(maxShared))}</p>}
      <TextField label={share.title} maxLength={200} value={title} onChange={setTitle} />
      <fieldset className="form-group stack">
        <legend>{share.also}</legend>
        {(["hasTargets", "hasTags"] as const).map((name) => (
          <CheckField
            key={name}
            checked={included[name]}
            onChange={(isOn) => setIncluded({ ...included, [name]: isOn })}
          >
            {share[name]}
          </CheckField>
        ))}
      </fieldset>
    </FormDialog>
  );
}

/** What the page shows besides the rows, or why it cannot be read. */
async function readShared(rows: readonly WatchRow[]): Promise<SharedProduct[] | CallError> {
  const keys = { product_keys: keysOf(rows) };
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), pictureWaitMs));
  const [pages, lines, ...pictures] = await Promise.all([
    ask("watch.pages", keys),
    ask("watch.sparklines", { ...keys, days: sharedDays }),
    ...rows.map(({ image }) => Promise.race([thumbnail(image), late])),
  ]);
  if (!pages.ok) return pages.error;
  if (!lines.ok) return lines.error;
  return rows.map((row, index) => {
    const isOwn = (each: { readonly product_key: string }) => each.product_key === row.product_key;
    const line = lines.data.lines.find(isOwn);
    return { row, line, url: pages.data.pages.find(isOwn)?.url, picture: pictures[index] ?? null };
  });
}

/** A picture as a small JPEG on white, in base64. */
async function thumbnail(address: string | null): Promise<string | null> {
  const picture = await loadPicture(address ?? undefined);
  const canvas = Object.assign(document.createElement("canvas"), { width: pictureSize, height: pictureSize });
  const pen = canvas.getContext("2d");
  if (picture === null || pen === null) return null;
  drawOnWhite(pen, picture, 0, 0, pictureSize);
  return canvas.toDataURL("image/jpeg", 0.8).replace(/^data:image\/jpeg;base64,/, "");
}
