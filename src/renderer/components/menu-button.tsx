import { Check, ChevronDown } from "lucide-react";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { Button } from "./button.js";
import "./menu-button.css";

interface MenuChoice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface MenuButtonProps<T extends string> {
  /** What is chosen, for screen readers: "How often Kettle is checked". */
  readonly label: string;
  readonly choices: readonly MenuChoice<T>[];
  /** Null where nothing is chosen yet; `placeholder` is shown. */
  readonly value: T | null;
  readonly placeholder?: string;
  /** A line under the choices: what choosing brings about. */
  readonly note?: string;
  readonly disabled?: boolean;
  readonly onChoose: (value: T) => void;
}

/** A button with a menu of a few choices. Unlike a select it changes nothing while the arrow keys pass by. */
export function MenuButton<T extends string>(props: MenuButtonProps<T>) {
  const { label, choices, value, placeholder = "", note, disabled, onChoose } = props;
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const noteId = useId();
  const anchor = `--menu-${id.replace(/[^\w-]/g, "")}`;
  const shown = choices.find((choice) => choice.value === value)?.label ?? placeholder;
  const choose = (chosen: T) => {
    menu.current?.hidePopover();
    if (chosen !== value) onChoose(chosen);
  };
  return (
    <>
      <Button
        className="menu-button"
        style={{ anchorName: anchor }}
        aria-label={`${label}: ${shown}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        disabled={disabled}
      >
        {shown}
        <ChevronDown size={14} aria-hidden="true" />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu"
        style={{ positionAnchor: anchor }}
        onToggle={({ currentTarget, newState }) => {
          setOpen(newState === "open");
          if (newState === "open") focusChosen(currentTarget);
        }}
      >
        <div
          role="menu"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={note && noteId}
          onKeyDown={(event) => moveInMenu(event, menu.current)}
        >
          {choices.map((choice) => (
            <button
              key={choice.value}
              type="button"
              role="menuitemradio"
              aria-checked={choice.value === value}
              tabIndex={-1}
              className="menu-item"
              onClick={() => choose(choice.value)}
            >
              <Check size={14} aria-hidden="true" />
              {choice.label}
            </button>
          ))}
        </div>
        {note && (
          <p id={noteId} className="menu-note quiet">
            {note}
          </p>
        )}
      </div>
    </>
  );
}

function itemsOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitemradio]")];
}

function focusChosen(menu: HTMLElement): void {
  const items = itemsOf(menu);
  const chosen = items.find((item) => item.getAttribute("aria-checked") === "true");
  (chosen ?? items[0])?.focus();
}

/** The arrow keys go round; Tab closes the menu, as menus do. */
function moveInMenu(event: KeyboardEvent<HTMLDivElement>, popover: HTMLElement | null): void {
  // A menu inside a list must not move the list's focus as well.
  event.stopPropagation();
  const items = itemsOf(event.currentTarget);
  const here = items.indexOf(document.activeElement as HTMLElement);
  const last = items.length - 1;
  const target = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: last }[event.key];
  if (event.key === "Tab") popover?.hidePopover();
  if (target === undefined) return;
  event.preventDefault();
  items[(target + items.length) % items.length]?.focus();
}
