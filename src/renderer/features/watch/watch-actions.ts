import { Copy, ExternalLink, Eye, EyeOff, RefreshCw, ShoppingBag, Tags, Target, Trash2 } from "lucide-react";
import type { WatchRow } from "../../../shared/app/watch.js";
import type { Cadence } from "../../../shared/contract/schedule.js";
import { keyText } from "../../components/keys.js";
import type { MenuAction, MenuGroups } from "../../components/menu-items.js";
import { bridge } from "../../lib/bridge.js";
import { cadences } from "../../lib/cadence.js";
import { formatPlural } from "../../lib/format.js";
import { texts } from "../../lib/texts.js";
import { notifyAct } from "../../stores/acts.js";
import { go } from "../../stores/navigation.js";
import { atOnce, notifyFailure } from "../../stores/notices.js";
import { removeProducts } from "../../stores/removal.js";
import { checkNow, unwatch, type Watched, watch } from "../../stores/watched.js";

export type RowDialog = "target" | "tags" | "bought";

/** The actions for a row, shared by its button, the right click and the menu key. */
export function rowMenu(row: WatchRow, openDialog: (dialog: RowDialog) => void): MenuGroups {
  const { bought, watchList, common, product } = texts();
  const { product_key: productKey, title } = row;
  const cadence: MenuAction[] = cadences()
    .filter(({ value }) => value !== row.schedule)
    .map(({ value }) => ({
      label: watchList.checkCadence[value],
      run: () => void changeCadence([row], value),
    }));
  const priced: MenuAction[] = [
    { label: watchList.editTarget, Icon: Target, run: () => openDialog("target") },
    { label: bought.act, Icon: ShoppingBag, run: () => openDialog("bought") },
  ];
  return [
    [
      {
        label: common.open,
        Icon: ExternalLink,
        keys: keyText("Enter"),
        run: () => go({ view: "product", productKey }),
      },
      { label: product.checkNow, Icon: RefreshCw, run: () => void checkNow(productKey) },
      ...(row.best ? priced : []),
      { label: watchList.editTags, Icon: Tags, run: () => openDialog("tags") },
      { label: watchList.copyName, Icon: Copy, run: () => void bridge().invoke("shell:copy-text", title) },
    ],
    cadence.map((action) => ({ ...action, Icon: Eye })),
    [
      {
        label: watchList.stopAndKeep,
        Icon: EyeOff,
        keys: keyText("Delete"),
        run: () => void stopWatching([row]),
      },
      {
        label: watchList.removeAll,
        Icon: Trash2,
        isDangerous: true,
        run: () => void removeProducts([row]),
      },
    ],
  ];
}

/** Changes how often products are checked, at the same shops; can be undone. */
export async function changeCadence(rows: readonly Watched[], cadence: Cadence): Promise<void> {
  const changed = rows.filter(({ schedule }) => schedule !== cadence);
  const [first] = changed;
  if (first === undefined) return;
  const { actId, error } = await watch(changed.map((row) => ({ ...row, schedule: cadence })));
  if (error) return notifyFailure(error);
  const what = changed.length === 1 ? first.title : formatPlural("product", changed.length);
  notifyAct({ topic: "cadence", text: texts().watchList.cadenceChanged[cadence](what), actId });
}

export function stopWatching(rows: readonly Watched[]): Promise<void> {
  return atOnce(unwatch(rows));
}
