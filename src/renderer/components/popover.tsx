import { Popover as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import "./popover.css";

interface PopoverProps {
  readonly label: string;
  readonly trigger: ReactNode;
  /** Rendered while it is open; calls its argument to close it. */
  readonly children: (close: () => void) => ReactNode;
}

/** A small panel at a button: a few fields that need no dialog. */
export function Popover({ label, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          className="popover pop scrolls stack gap-3"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
