import { createContext, type ReactNode, useContext } from "react";

/** The origin of the server that the user has entered; null if Tidemark runs on this computer. */
export const Server = createContext<string | null>(null);

interface AppLinkProps {
  /** A page to add, or a product to show. */
  readonly to: { readonly url: string } | { readonly product: string };
  readonly isButton?: boolean;
  readonly children: ReactNode;
}

/** Hands the page or product to the app, which starts if it is not running, or to the server's own page. */
export function AppLink({ to, isButton = false, children }: AppLinkProps) {
  const server = useContext(Server);
  const action = "url" in to ? "add" : "show";
  const start = server === null ? `tidemark://${action}` : `${server}/`;
  return (
    <a
      {...(isButton && { className: "button" })}
      href={`${start}?${new URLSearchParams(to)}`}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </a>
  );
}
