import { create } from "zustand";
import { lookUp } from "./lookup.js";

interface OfferedPage {
  /** The product page that a web page asks to add, until the shopper has decided. */
  readonly url: string | null;
}

export const useOfferedPage = create<OfferedPage>(() => ({ url: null }));

/** Keeps the first page, so that another one does not slip under the button that is about to be pressed. */
export function offerPage(url: string): void {
  useOfferedPage.setState((state) => ({ url: state.url ?? url }));
}

export function declinePage(): void {
  useOfferedPage.setState({ url: null });
}

/** Opens the page's product, or adds an unknown one without asking again. */
export async function acceptPage(): Promise<null> {
  const { url } = useOfferedPage.getState();
  declinePage();
  if (url !== null) await lookUp(url);
  return null;
}
