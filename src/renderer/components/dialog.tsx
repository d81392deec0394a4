import { type ReactNode, useEffect, useId, useRef } from "react";
import { classNames } from "../lib/class-names.js";
import "./dialog.css";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  /** For lists; the usual width is for a few lines. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** The browser's own modal dialog: it keeps the focus, makes the rest inert and closes on Escape. */
export function Dialog({ title, onClose, isWide = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classNames("dialog", isWide && "is-wide")}
      aria-labelledby={id}
      onCancel={onClose}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
