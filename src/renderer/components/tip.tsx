import { Tooltip } from "radix-ui";
import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import "./tip.css";

interface TipProps {
  readonly text: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly side?: "top" | "right";
  /** Only in a narrow window, where the words that it says again are not shown. */
  readonly isForNarrow?: boolean;
  /** One element that can have the focus. */
  readonly children: ReactNode;
}

const delayMs = 500;

/** Once around the window: after one tip, the next comes at once. */
export function Tips({ children }: { readonly children: ReactNode }) {
  return <Tooltip.Provider delayDuration={delayMs}>{children}</Tooltip.Provider>;
}

/** A few words on what a control does, for the pointer and for the keyboard alike. */
export function Tip({ text, keys, side = "top", isForNarrow = false, children }: TipProps) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          className={classNames("tip", isForNarrow && "is-for-narrow")}
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
