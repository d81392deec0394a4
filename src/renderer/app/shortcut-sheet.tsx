import { Dialog } from "../components/dialog.js";
import { Keys } from "../components/keys.js";
import { bridge } from "../lib/bridge.js";
import { shortcutGroups } from "../lib/shortcuts.js";
import { texts } from "../lib/texts.js";
import { hideShortcuts, useShortcutSheet } from "../stores/shortcut-sheet.js";

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
