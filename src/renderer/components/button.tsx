import type { LucideIcon } from "lucide-react";
import {
  type ButtonHTMLAttributes,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useState,
} from "react";
import { classNames } from "../lib/class-names.js";
import { Tip } from "./tip.js";
import "./button.css";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `text` is a link within a sentence. */
  readonly variant?: "primary" | "secondary" | "quiet" | "danger" | "text";
  readonly icon?: LucideIcon | ReactElement | false;
  readonly children: ReactNode;
}

export function Button({ variant = "secondary", icon: Icon, children, className, ...rest }: ButtonProps) {
  const look = variant === "text" ? "text-button" : `button button-${variant}`;
  return (
    <button type="button" className={classNames(look, className)} {...rest}>
      {isValidElement(Icon) ? Icon : Icon && <Icon size={14} />}
      {children}
    </button>
  );
}

interface DialogButtonProps extends ButtonProps {
  readonly dialog: (close: () => void) => ReactNode;
  readonly isOpenAtFirst?: boolean;
}

export function DialogButton({ dialog, isOpenAtFirst = false, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)} />
      {isOpen && dialog(() => setOpen(false))}
    </>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Its accessible name and its tip. */
  readonly label: string;
  /** Shortcut keys, shown in the tip. */
  readonly keys?: string;
  readonly icon?: LucideIcon;
}

export function IconButton({ label, keys, icon: Icon, children, className, ...rest }: IconButtonProps) {
  return (
    <Tip text={label} {...(keys !== undefined && { keys })}>
      <button type="button" className={classNames("icon-button", className)} aria-label={label} {...rest}>
        {Icon ? <Icon size={16} /> : children}
      </button>
    </Tip>
  );
}
