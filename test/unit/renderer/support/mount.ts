import { createElement } from "react";

/** What React asks of a page before it runs a component that draws nothing. */
function emptyPage() {
  const document = { nodeType: 9, addEventListener: () => undefined };
  const namespaceURI = "http://www.w3.org/1999/xhtml";
  const root = { ...document, nodeType: 1, tagName: "DIV", namespaceURI, ownerDocument: document };
  return { document, root: root as unknown as Element };
}

function Part({ useHook }: { readonly useHook: () => void }) {
  useHook();
  return null;
}

/** Runs a hook in a component that draws nothing, effects included; returns its end. Needs a bridge in place. */
export async function mountHook(useHook: () => void): Promise<() => void> {
  const { document, root } = emptyPage();
  Object.assign(globalThis, { document });
  Object.assign(globalThis.window, { document, HTMLIFrameElement: class {} });
  const { createRoot } = await import("react-dom/client");
  const mounted = createRoot(root);
  mounted.render(createElement(Part, { useHook }));
  return () => mounted.unmount();
}
