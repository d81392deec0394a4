import type { ReactNode } from "react";
import "./empty-state.css";

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** The only content of a page, so its title is the page's heading. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** Explains why something is empty, and offers a next step. */
export function EmptyState({ icon, title, isPage = false, children }: EmptyStateProps) {
  const Heading = isPage ? "h1" : "h2";
  return (
    <div className="empty-state">
      <span className="empty-state-icon" aria-hidden="true">
        {icon}
      </span>
      <Heading className="empty-state-title">{title}</Heading>
      {children}
    </div>
  );
}
