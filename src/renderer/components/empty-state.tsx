import type { ReactNode } from "react";
import "./empty-state.css";

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  /** It is all that the page shows, so its title is the page's. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
}

/** Nothing here, why, and what could be done. */
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
