import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { WatchView } from "../features/watch/watch-view.js";
import type { Route } from "../stores/navigation.js";

/** Loads each view on first use. The watch list is bundled, because the window opens with it. */
function view<P>(load: () => Promise<ComponentType<P>>) {
  return lazy(async () => ({ default: await load() }));
}

const AddView = view(async () => (await import("../features/add/add-view.js")).AddView);
const AlertsView = view(async () => (await import("../features/alerts/alerts-view.js")).AlertsView);
const DealsView = view(async () => (await import("../features/deals/deals-view.js")).DealsView);
const HomeView = view(async () => (await import("../features/search/home-view.js")).HomeView);
const ProductView = view(async () => (await import("../features/product/product-view.js")).ProductView);
const ResultsView = view(async () => (await import("../features/search/results-view.js")).ResultsView);
const SettingsView = view(async () => (await import("../features/settings/settings-view.js")).SettingsView);
const UnknownView = view(async () => (await import("../features/search/unknown-view.js")).UnknownView);

/** Only in `npm run dev`: builds leave the view out. */
const GalleryView = import.meta.env.DEV
  ? view(async () => (await import("../../../tools/gallery/gallery-view.js")).GalleryView)
  : () => null;

export function ViewOf({ route }: { readonly route: Route }) {
  return <Suspense>{viewOf(route)}</Suspense>;
}

/** Maps each route to its view. */
function viewOf(route: Route): ReactNode {
  switch (route.view) {
    case "search":
      if (route.unknown !== undefined) return <UnknownView text={route.unknown} />;
      return route.query === "" ? <HomeView /> : <ResultsView key={route.query} query={route.query} />;
    case "product":
      return <ProductView key={`${route.productKey} ${route.currency}`} {...route} />;
    case "deals":
      return <DealsView />;
    case "watch":
      return <WatchView />;
    case "alerts":
      return <AlertsView tab={route.tab ?? "inbox"} />;
    case "add":
      return <AddView />;
    case "settings":
      return <SettingsView section={route.section ?? "general"} isConnecting={route.isConnecting === true} />;
    case "gallery":
      return <GalleryView />;
  }
}
