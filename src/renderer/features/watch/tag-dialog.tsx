import { useState } from "react";
import { maxProductsPerChange } from "../../../shared/app/limits.js";
import type { WatchRow } from "../../../shared/app/watch.js";
import { chunk } from "../../../shared/arrays.js";
import { Button } from "../../components/button.js";
import { Dialog } from "../../components/dialog.js";
import { Checkbox, LineForm } from "../../components/fields.js";
import { formatPlural } from "../../lib/format.js";
import { keysOf } from "../../lib/keys-of.js";
import { texts } from "../../lib/texts.js";
import { tagCounts } from "../../lib/watch/watch-filter.js";
import { actInParts, notifyAct } from "../../stores/acts.js";
import { notifyFailure } from "../../stores/notices.js";
import { refreshRows, useWatchList } from "../../stores/watch-list.js";

type Wanted = Readonly<Record<string, boolean>>;

function has(row: WatchRow, tag: string): boolean {
  return row.tags.some((own) => own.toLowerCase() === tag.toLowerCase());
}

function stateOf(rows: readonly WatchRow[], tag: string): boolean | "mixed" {
  const count = rows.filter((row) => has(row, tag)).length;
  return count === 0 ? false : count === rows.length || "mixed";
}

interface TagDialogProps {
  readonly rows: readonly WatchRow[];
  readonly onClose: () => void;
}

/** Edits the tags of one or several products. A tag that only some of them have stays as it is until it is ticked. */
export function TagDialog({ rows, onClose }: TagDialogProps) {
  const items = useWatchList((state) => state.items);
  const [wanted, setWanted] = useState<Wanted>({});
  const [text, setText] = useState("");
  const { watchList, common } = texts();
  const known = tagCounts(items).map(({ name }) => name);
  const names = [...known, ...Object.keys(wanted).filter((name) => !known.includes(name))];
  const what = rows.length === 1 ? (rows[0]?.title ?? "") : formatPlural("product", rows.length);
  const typed = text.trim();
  const withTyped = (): Wanted => {
    const same = names.find((other) => other.toLowerCase() === typed.toLowerCase());
    return typed === "" ? wanted : { ...wanted, [same ?? typed]: true };
  };
  const add = () => {
    setWanted(withTyped());
    setText("");
  };
  const save = () => {
    // Includes a typed tag that was not added yet.
    const choices = Object.entries(withTyped());
    void changeTags(keysOf(rows), {
      add: choices.flatMap(([name, isWanted]) => (isWanted ? name : [])),
      remove: choices.flatMap(([name, isWanted]) => (isWanted ? [] : name)),
    });
    onClose();
  };
  return (
    <Dialog title={watchList.tagsOf(what)} onClose={onClose}>
      {names.length === 0 && <p className="quiet">{watchList.noTags}</p>}
      <ul className="tag-choices scrolls stack">
        {names.map((name) => (
          <li key={name} className="form-check line">
            <Checkbox
              label={name}
              checked={wanted[name] ?? stateOf(rows, name)}
              onChange={(isWanted) => setWanted((now) => ({ ...now, [name]: isWanted }))}
            />
            <span className="truncate" aria-hidden="true">
              {name}
            </span>
          </li>
        ))}
      </ul>
      <LineForm
        className="tag-new"
        label={watchList.newTag}
        maxLength={40}
        value={text}
        onChange={setText}
        submit={common.add}
        canSubmit
        onSubmit={add}
      />
      <div className="dialog-actions">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button variant="primary" onClick={save} disabled={Object.keys(wanted).length === 0 && typed === ""}>
          {common.save}
        </Button>
      </div>
    </Dialog>
  );
}

interface TagChange {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** Adds and removes tags of products; can be undone. */
export async function changeTags(productKeys: readonly string[], change: TagChange): Promise<void> {
  const { add = [], remove = [] } = change;
  const inputs = chunk(productKeys, maxProductsPerChange).map((part) => ({
    product_keys: part,
    add: [...add],
    remove: [...remove],
  }));
  const { actId, results, error } = await actInParts("tags.change", inputs);
  if (error) notifyFailure(error);
  await refreshRows(productKeys);
  const changed = results.reduce((sum, result) => sum + result.changed, 0);
  const text = texts().watchList.tagsChanged(formatPlural("product", changed));
  if (changed > 0) notifyAct({ topic: "tags", text, actId });
}
