import { Check, ChevronsUpDown } from "lucide-react";
import { Select } from "radix-ui";
import type { ComponentProps, FormEvent, ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import { Button } from "./button.js";
import "./menu.css";

interface TextFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field below its label, for forms. Children are hints below the field. */
export function TextField({ label, onChange, children, ...input }: TextFieldProps) {
  return (
    <label className="form-field">
      {label}
      <input {...input} className="field" onChange={({ target }) => onChange(target.value)} />
      {children}
    </label>
  );
}

interface CheckboxProps {
  readonly label: string;
  /** `mixed` if only some are selected. */
  readonly checked: boolean | "mixed";
  readonly onChange: (isChecked: boolean) => void;
  readonly tabIndex?: number;
}

/** A checkbox without a visible label. Native, because lists have thousands of them. */
export function Checkbox({ label, checked, onChange, tabIndex }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={checked === true}
      tabIndex={tabIndex}
      ref={(box) => {
        if (box) box.indeterminate = checked === "mixed";
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}

interface CheckFieldProps extends Omit<ComponentProps<"input">, "onChange"> {
  readonly onChange: (isChecked: boolean) => void;
}

/** A checkbox, or with a type a radio button, with its label beside it, for forms. */
export function CheckField({ type = "checkbox", onChange, children, ...input }: CheckFieldProps) {
  return (
    <label className="form-check line">
      <input {...input} type={type} onChange={({ target }) => onChange(target.checked)} />
      {children}
    </label>
  );
}

export function withOrWithout<T>(list: readonly T[], value: T, isIn: boolean): T[] {
  const others = list.filter((each) => each !== value);
  return isIn ? [...others, value] : others;
}

export interface SelectChoice<T extends string> {
  readonly value: T;
  readonly label: string;
}

interface SelectBoxProps<T extends string> {
  readonly label: string;
  readonly choices: readonly SelectChoice<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** A button with a list of choices, of which one is selected. */
export function SelectBox<T extends string>(props: SelectBoxProps<T>) {
  const { label, choices, value, onChange } = props;
  const choose = (chosen: string) => {
    const choice = choices.find((each) => itemValue(each.value) === chosen);
    if (choice) onChange(choice.value);
  };
  return (
    <Select.Root value={itemValue(value)} onValueChange={choose}>
      <Select.Trigger className="field select-box" aria-label={label}>
        <span className="truncate">
          <Select.Value />
        </span>
        <Select.Icon asChild>
          <ChevronsUpDown size={14} />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Content className="menu pop scrolls" position="popper" sideOffset={4} collisionPadding={8}>
          <Select.Viewport>
            {choices.map((choice) => (
              <Select.Item key={choice.value} value={itemValue(choice.value)} className="menu-item line">
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

interface LineFormProps extends Omit<ComponentProps<"input">, "onChange" | "onSubmit"> {
  /** Names the field, which shows it until something is typed unless it has a placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly submit: string;
  readonly canSubmit: boolean;
  readonly onSubmit: () => void;
  readonly children?: ReactNode;
}

/** A form of one field, with its button beside it. */
export function LineForm(props: LineFormProps) {
  const { label, onChange, submit, canSubmit, onSubmit, className, children, ...input } = props;
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (canSubmit) onSubmit();
  };
  return (
    <form className={classNames("line wraps", className)} onSubmit={send}>
      <input
        className="field"
        aria-label={label}
        placeholder={label}
        spellCheck={false}
        {...input}
        onChange={({ target }) => onChange(target.value)}
      />
      <Button type="submit" disabled={!canSubmit}>
        {submit}
      </Button>
      {children}
    </form>
  );
}
