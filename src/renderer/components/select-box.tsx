import { Check, ChevronsUpDown } from "lucide-react";
import { Select } from "radix-ui";
import "./menu.css";
import "./select-box.css";

export interface SelectChoice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SelectBoxProps<T extends string> {
  readonly label: string;
  readonly choices: readonly SelectChoice<T>[];
  readonly value: T;
  readonly disabled?: boolean;
  readonly onChange: (value: T) => void;
}

/** A button with a list of choices, of which one is selected. */
export function SelectBox<T extends string>(props: SelectBoxProps<T>) {
  const { label, choices, value, disabled = false, onChange } = props;
  const choose = (chosen: string) => {
    const choice = choices.find((each) => itemValue(each.value) === chosen);
    if (choice) onChange(choice.value);
  };
  return (
    <Select.Root value={itemValue(value)} disabled={disabled} onValueChange={choose}>
      <Select.Trigger className="field select-box" aria-label={label}>
        <span className="truncate">
          <Select.Value />
        </span>
        <Select.Icon asChild>
          <ChevronsUpDown size={14} />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className="menu" position="popper" sideOffset={4} collisionPadding={8}>
          <Select.Viewport>
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={itemValue(choice.value)} className="menu-item">
                <span className="menu-gap">
                  <Select.ItemIndicator>
                    <Check size={15} />
                  </Select.ItemIndicator>
                </span>
                <Select.ItemText>{choice.label}</Select.ItemText>
              </Select.Item>
            ))}
          </Select.Viewport>
        </Select.Content>
      </Select.Portal>
    </Select.Root>
  );
}

/** Radix Select reserves the empty string. */
function itemValue(value: string): string {
  return `=${value}`;
}

/** A select box below its label, for forms. */
export function SelectField<T extends string>(props: SelectBoxProps<T>) {
  return (
    <div className="form-field">
      {props.label}
      <SelectBox {...props} />
    </div>
  );
}
