import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useState } from "react";
import { classNames } from "../lib/class-names.js";
import { texts } from "../lib/texts.js";
import "./button.css";
import "./dialog.css";

export interface DialogProps {
  readonly title: string;
  /** A sentence under the title. */
  readonly description?: string | undefined;
  readonly onClose: () => void;
  /** For lists; the default width is for a few lines. */
  readonly isWide?: boolean | undefined;
  readonly children: ReactNode;
}

/** A modal dialog: traps the focus, makes the rest inert, closes on Escape and restores the focus. */
export function Dialog({ title, description, onClose, isWide = false, children }: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil">
          <Radix.Content
            className={classNames("dialog", isWide && "is-wide")}
            {...(description === undefined && { "aria-describedby": undefined })}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
            }}
            // A click outside must not discard typed text.
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <Radix.Title className="dialog-title">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description className="quiet">{description}</Radix.Description>
            )}
            {children}
            {/* Last, so that the first field has the focus. Without a tip, which would take the first Escape. */}
            <Radix.Close className="icon-button dialog-close" aria-label={texts().common.close}>
              <X size={16} />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
