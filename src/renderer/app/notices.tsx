import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "../components/button.js";
import { classNames } from "../lib/class-names.js";
import { isTextField } from "../lib/key-target.js";
import { texts } from "../lib/texts.js";
import { useWindowEvent } from "../lib/use-window-event.js";
import { redoLatest, undoLatest } from "../stores/acts.js";
import { actOnNotice, dismissNotice, type Notice, useNotices } from "../stores/notices.js";
import "./notices.css";

/** Long enough to read it twice and to reach its button. */
const shownMs = 10_000;

/** Short messages in a corner: announced politely, dismissed automatically, and never focused. */
export function Notices() {
  const shown = useNotices((state) => state.shown);
  useUndoKey();
  return (
    <div className="notices stack fixed" role="status">
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function NoticeCard({ notice }: { readonly notice: Notice }) {
  const { id, text, tone, isLasting = false, action, alternative } = notice;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || isLasting) return;
    const timer = setTimeout(() => dismissNotice(id), shownMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, isLasting]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing, it only stays while somebody is there
    <div
      className={classNames("notice pop line gap-1", tone === "bad" && "is-bad")}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p className="grow two-lines breaks" title={text}>
        {text}
      </p>
      {alternative && (
        <Button variant="quiet" onClick={() => actOnNotice(notice, alternative)}>
          {alternative.label}
        </Button>
      )}
      {action && (
        <Button variant="quiet" onClick={() => actOnNotice(notice)}>
          {action.label}
        </Button>
      )}
      <IconButton
        label={texts().common.dismiss}
        className="icon-button-small"
        onClick={() => dismissNotice(id)}
      >
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

function isRedo({ key, shiftKey, ctrlKey }: KeyboardEvent): boolean {
  return shiftKey ? key.toLowerCase() === "z" : ctrlKey && key.toLowerCase() === "y";
}

/**
 * Ctrl/Cmd Z undoes the latest change, and Ctrl/Cmd Shift Z or Ctrl Y redoes it, except in a text field with typed text,
 * which has its own undo.
 */
function useUndoKey(): void {
  const [typedIn] = useState(() => new WeakSet<EventTarget>());
  useWindowEvent("input", ({ target }) => target && typedIn.add(target));
  useWindowEvent("keydown", (event) => {
    const isOfField = isTextField(event.target) && event.target !== null && typedIn.has(event.target);
    const isForRedo = isRedo(event);
    const isKey = (event.ctrlKey || event.metaKey) && (isForRedo || event.key.toLowerCase() === "z");
    if (!isKey || isOfField) return;
    // The browser would undo the typing in a field that the focus has left.
    event.preventDefault();
    void (isForRedo ? redoLatest() : undoLatest());
  });
}
