import { Popover as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import "./popover.css";

interface PopoverProps {
  /** What it is for, for screen readers. */
  readonly label: string;
  /** The button that opens it. */
  readonly trigger: ReactNode;
  /** Drawn while it is open; what it is given closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A small panel on a button: a few fields that do not deserve a dialog. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className="popover" align="end" sideOffset={4} collisionPadding={8} aria-label={label}>
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
