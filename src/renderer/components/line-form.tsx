import type { ComponentProps, FormEvent, ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import { Button } from "./button.js";

interface LineFormProps extends Omit<ComponentProps<"input">, "onChange" | "onSubmit"> {
  /** Names the field, which shows it until something is typed unless it has a placeholder. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly submit: string;
  readonly canSubmit: boolean;
  readonly onSubmit: () => void;
  /** After the button. */
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
