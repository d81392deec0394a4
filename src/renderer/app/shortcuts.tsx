import { Dialog } from "../components/dialog.js";
import { Keys } from "../components/keys.js";
import { bridge } from "../lib/bridge.js";
import { isDialogOpen, isTextField } from "../lib/key-target.js";
import { shortcutGroups } from "../lib/shortcuts.js";
import { texts } from "../lib/texts.js";
import { activeRow } from "../lib/use-row-keys.js";
import { useWindowEvent } from "../lib/use-window-event.js";
import { focusLookup } from "../stores/lookup.js";
import { goBack, goForward } from "../stores/navigation.js";
import { hideShortcuts, showShortcuts, useShortcutSheet } from "../stores/shortcut-sheet.js";

/** The sheet of keyboard shortcuts, opened with `?`. */
export function ShortcutSheet() {
  const isOpen = useShortcutSheet((state) => state.isOpen);
  const { entrances } = texts();
  if (!isOpen) return null;
  return (
    <Dialog title={entrances.shortcuts} onClose={hideShortcuts} isWide>
      <div className="shortcut-sheet">
        {shortcutGroups(bridge().platform).map(({ name, shortcuts }) => (
          <section key={name}>
            <h3>{entrances.groups[name]}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.name} className="shortcut line between gap-3">
                  <dt>{entrances.keys[shortcut.name]}</dt>
                  <dd className="line fixed gap-1">
                    {shortcut.keys.map((keys) => (
                      <Keys key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Plain keys, ignored in text fields. A list may handle them itself. */
const plainKeys: Readonly<Record<string, () => void>> = { "?": showShortcuts, "/": focusLookup };

function plainActionOf(event: KeyboardEvent): (() => void) | null {
  const isTaken = event.defaultPrevented || isTextField(event.target) || isDialogOpen();
  return isTaken ? null : (plainKeys[event.key] ?? null);
}

/** From the page itself or the sidebar, the down arrow and J move into the page's list, if it has one. */
function intoList(event: KeyboardEvent): (() => void) | null {
  const { key, target } = event;
  const isPage = target instanceof HTMLElement && target.closest("main *, [role=menu], dialog") === null;
  if ((key !== "ArrowDown" && key !== "j") || !isPage || isTextField(target) || isDialogOpen()) return null;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const row = activeRow();
  return row && (() => row.focus());
}

function actionOf(event: KeyboardEvent, isMac: boolean): (() => void) | null {
  const plain = plainActionOf(event) ?? intoList(event);
  if (plain) return plain;
  const command = isMac ? event.metaKey : event.ctrlKey;
  if (command && event.key.toLowerCase() === "k") return focusLookup;
  const isHistory = isMac ? event.metaKey && !event.altKey : event.altKey && !event.ctrlKey;
  if (!isHistory) return null;
  if (event.key === (isMac ? "[" : "ArrowLeft")) return goBack;
  if (event.key === (isMac ? "]" : "ArrowRight")) return goForward;
  return null;
}

/**
 * Ctrl/Cmd K and / focus the look-up box, ? opens the sheet of shortcuts; plus the system's keys for back and
 * forward.
 */
export function useShortcuts(): void {
  useWindowEvent("keydown", (event) => {
    const action = actionOf(event, bridge().platform === "darwin");
    if (!action) return;
    event.preventDefault();
    action();
  });
}
