import { createContext, type ReactNode, useContext } from "react";

/** The origin of the server that the user has entered; null if Tidemark runs on this computer. */
export const Server = createContext<string | null>(null);

interface AppLinkProps {
  /** A page to add, or a product to show. */
  readonly to: { readonly url: string } | { readonly product: string };
  readonly isButton?: boolean;
  readonly children: ReactNode;
}

function appAddress(to: AppLinkProps["to"]): string {
  return `tidemark://${"url" in to ? "add" : "show"}?${new URLSearchParams(to)}`;
}

function pageAddress(server: string, to: AppLinkProps["to"]): string {
  return `${server}/?${new URLSearchParams("url" in to ? { share: to.url } : to)}`;
}

/** Hands the page or product to the app, which starts if it is not running, or to the server's own page. */
export function AppLink({ to, isButton = false, children }: AppLinkProps) {
  const server = useContext(Server);
  return (
    <a
      {...(isButton && { className: "button" })}
      href={server === null ? appAddress(to) : pageAddress(server, to)}
      target="_blank"
      rel="noreferrer"
    >
      {children}
    </a>
  );
}
