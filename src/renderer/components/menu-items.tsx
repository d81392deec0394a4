import type { LucideIcon } from "lucide-react";
import type { ContextMenu, DropdownMenu } from "radix-ui";
import { Fragment } from "react";
import { classNames } from "../lib/class-names.js";

/** A menu as data, shared by a button and a right click. */
export interface MenuAction {
  readonly label: string;
  readonly Icon?: LucideIcon;
  /** Shortcut keys, as they are printed on the keyboard. */
  readonly keys?: string;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  readonly run: () => void;
}

/** Groups of actions, separated by a line. Empty groups are left out. */
export type MenuGroups = readonly (readonly MenuAction[])[];

interface MenuItemsProps {
  readonly groups: MenuGroups;
  readonly parts:
    | Pick<typeof DropdownMenu, "Item" | "Separator">
    | Pick<typeof ContextMenu, "Item" | "Separator">;
}

export function MenuItems({ groups, parts: { Item, Separator } }: MenuItemsProps) {
  const filled = groups.filter((group) => group.length > 0);
  return filled.map((group, index) => (
    <Fragment key={group[0]?.label}>
      {index > 0 && <Separator className="menu-line" />}
      {group.map(({ label, Icon, keys, isDangerous, isDisabled = false, run }) => (
        <Item
          key={label}
          className={classNames("menu-item line", isDangerous && "is-dangerous")}
          disabled={isDisabled}
          onSelect={run}
        >
          {Icon ? <Icon size={15} /> : <span className="menu-gap" />}
          <span className="grow">{label}</span>
          {keys && <kbd>{keys}</kbd>}
        </Item>
      ))}
    </Fragment>
  ));
}
