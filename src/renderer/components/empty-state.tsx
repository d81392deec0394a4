import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import "./empty-state.css";

interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The only content of a page, so its title is the page's heading. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** Explains why something is empty, and offers a next step. */
export function EmptyState({ icon: Icon, title, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="empty-state">
      <span className="empty-state-icon">
        <Icon size={22} />
      </span>
      <Heading className="empty-state-title breaks">{title}</Heading>
      {children}
    </div>
  );
}
