import { Tooltip } from "radix-ui";
import type { FocusEvent, ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import "./tip.css";

interface TipProps {
  readonly text: string;
  readonly keys?: string;
  readonly side?: "top" | "right";
  /** Only in a narrow window, which hides the text that it repeats. */
  readonly isForNarrow?: boolean;
  /** A single focusable element. */
  readonly children: ReactNode;
}

const delayMs = 500;

/** Wraps the window once, so that the next tip appears without a delay. */
export function Tips({ children }: { readonly children: ReactNode }) {
  return <Tooltip.Provider delayDuration={delayMs}>{children}</Tooltip.Provider>;
}

/** A control that the app itself focuses, after a form or menu has closed, shows no tip. */
function keepShut(event: FocusEvent<HTMLElement>): void {
  if (event.relatedTarget === null) event.preventDefault();
}

/** A short description of a control, on hover and on keyboard focus. */
export function Tip({ text, keys, side = "top", isForNarrow = false, children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild onFocus={keepShut}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          className={classNames("tip line small", isForNarrow && "is-for-narrow")}
          side={side}
          sideOffset={5}
          collisionPadding={8}
        >
          {text}
          {keys && <kbd>{keys}</kbd>}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
