import { Popover as Radix } from "radix-ui";
import type { ReactNode } from "react";
import "./popover.css";

interface PopoverProps {
  /** What it is for, for screen readers. */
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  readonly children: ReactNode;
}

/** A small panel on a button: a few fields that do not deserve a dialog. */
export function Popover({ label, trigger, children }: PopoverProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="popover" align="end" sideOffset={4} collisionPadding={8} aria-label={label}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
