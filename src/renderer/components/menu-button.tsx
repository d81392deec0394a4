import { Check, ChevronDown } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useId } from "react";
import { Button } from "./button.js";
import type { SelectChoice } from "./fields.js";
import "./menu.css";

interface MenuButtonProps<T extends string> {
  /** Accessible name, before the selected choice: "How often Kettle is checked". */
  readonly label: string;
  readonly choices: readonly SelectChoice<T>[];
  /** Null if nothing is selected yet; then `placeholder` is shown. */
  readonly value: T | null;
  readonly placeholder?: string;
  /** A line under the choices that explains their effect. */
  readonly note?: string;
  readonly disabled?: boolean;
  readonly onChoose: (value: T) => void;
}

/** A button with a menu of a few choices. Unlike a select, it changes nothing while the arrow keys pass by. */
export function MenuButton<T extends string>(props: MenuButtonProps<T>) {
  const { label, choices, value, placeholder = "", note, disabled = false, onChoose } = props;
  const noteId = useId();
  const shown = choices.find((choice) => choice.value === value)?.label ?? placeholder;
  const choose = (chosen: string) => {
    const choice = choices.find((each) => each.value === chosen);
    if (choice && choice.value !== value) onChoose(choice.value);
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild disabled={disabled}>
        <Button className="menu-button" aria-label={`${label}: ${shown}`}>
          {shown}
          <ChevronDown size={14} />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu pop scrolls"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          aria-describedby={note && noteId}
          // Keeps keys in a menu from moving the list's focus as well.
          onKeyDown={(event) => event.stopPropagation()}
        >
          <DropdownMenu.RadioGroup value={value ?? ""} onValueChange={choose}>
            {choices.map((choice) => (
              <DropdownMenu.RadioItem key={choice.value} value={choice.value} className="menu-item line">
                <span className="menu-gap">
                  <DropdownMenu.ItemIndicator>
                    <Check size={15} />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span className="grow">{choice.label}</span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
          {note && (
            <p id={noteId} className="menu-note small quiet">
              {note}
            </p>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
