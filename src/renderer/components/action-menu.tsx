import { Ellipsis } from "lucide-react";
import { ContextMenu, DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";
import { IconButton } from "./button.js";
import { type MenuGroups, MenuItems } from "./menu-items.js";
import "./menu.css";

interface ActionMenuProps {
  /** Accessible name: "More for Kettle". */
  readonly label: string;
  readonly groups: MenuGroups;
}

/** A button with three dots that opens a menu of actions. */
export function ActionMenu({ label, groups }: ActionMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={label} icon={Ellipsis} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu pop scrolls"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
        >
          <MenuItems groups={groups} parts={DropdownMenu} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface ContextActionsProps extends ActionMenuProps {
  /** The element that receives the right click and the menu key. */
  readonly children: ReactNode;
}

/** The same actions at the pointer, on a right click or the menu key. */
export function ContextActions({ label, groups, children }: ContextActionsProps) {
  return (
    <ContextMenu.Root modal={false}>
      <ContextMenu.Trigger asChild>{children}</ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className="menu pop scrolls" collisionPadding={8} aria-label={label}>
          <MenuItems groups={groups} parts={ContextMenu} />
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}
