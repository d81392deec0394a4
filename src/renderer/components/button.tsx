import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import { Tip } from "./tip.js";
import "./button.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: "primary" | "secondary" | "quiet" | "danger";
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

export function Button({ variant = "secondary", icon, children, className, ...rest }: ButtonProps) {
  return (
    <button type="button" className={classNames("button", `button-${variant}`, className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its accessible name and its tip. */
  readonly label: string;
  /** Shortcut keys, shown in the tip. */
  readonly keys?: string;
  readonly children: ReactNode;
}

export function IconButton({ label, keys, children, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={label} {...(keys !== undefined && { keys })}>
      <button type="button" className={classNames("icon-button", className)} aria-label={label} {...rest}>
        {children}
      </button>
    </Tip>
  );
}
