import type { LucideIcon } from "lucide-react";
import { classNames } from "../lib/class-names.js";
import "./way.css";

interface WayProps {
  readonly Icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  /** Vertical layout, for a page that offers nothing else. */
  readonly isLarge?: boolean;
  /** The step that suits most shoppers. */
  readonly isPrimary?: boolean;
  readonly onClick: () => void;
}

/** One of a few ways to go on, as a card in a list. */
export function Way({ Icon, title, text, isLarge = false, isPrimary = false, onClick }: WayProps) {
  return (
    <li>
      <button
        type="button"
        className={classNames("way card hovers", isLarge && "is-large", isPrimary && "is-primary")}
        onClick={onClick}
      >
        <Icon size={isLarge ? 22 : 18} className="way-icon" />
        <strong>{title}</strong>
        <span className="quiet">{text}</span>
      </button>
    </li>
  );
}
