import type { ReactNode } from "react";
import { WatchView } from "../features/watch/watch-view.js";
import { OnFirstUse, onFirstUse } from "../lib/on-first-use.js";
import { useShops } from "../lib/shop-name.js";
import type { Route } from "../stores/navigation.js";

// The watch list is bundled, because the window opens with it.
const addView = onFirstUse(async () => (await import("../features/add/add-view.js")).AddView);
const alertsView = onFirstUse(async () => (await import("../features/alerts/alerts-view.js")).AlertsView);
const compareView = onFirstUse(async () => (await import("../features/product/compare-view.js")).CompareView);
const dealsView = onFirstUse(async () => (await import("../features/deals/deals-view.js")).DealsView);
const homeView = onFirstUse(async () => (await import("../features/search/home-view.js")).HomeView);
const productView = onFirstUse(async () => (await import("../features/product/product-view.js")).ProductView);
const resultsView = onFirstUse(async () => (await import("../features/search/results-view.js")).ResultsView);
const settingsView = onFirstUse(
  async () => (await import("../features/settings/settings-view.js")).SettingsView,
);
const unknownView = onFirstUse(async () => (await import("../features/search/results-view.js")).UnknownView);

/** Only in `npm run dev`: builds leave the view out. */
const galleryView = import.meta.env.DEV
  ? onFirstUse(async () => (await import("../../../tools/gallery/gallery-view.js")).GalleryView)
  : null;

/** Maps each route to its view. */
export function ViewOf({ route }: { readonly route: Route }): ReactNode {
  // Sentences of all views name shops.
  useShops();
  switch (route.view) {
    case "search":
      if (route.unknown !== undefined) return <OnFirstUse of={unknownView} props={{ text: route.unknown }} />;
      if (route.query === "") return <OnFirstUse of={homeView} props={{}} />;
      return <OnFirstUse key={route.query} of={resultsView} props={{ query: route.query }} />;
    case "product":
      return <OnFirstUse key={`${route.productKey} ${route.currency}`} of={productView} props={route} />;
    case "deals":
      return <OnFirstUse of={dealsView} props={{}} />;
    case "compare":
      return <OnFirstUse of={compareView} props={route} />;
    case "watch":
      return <WatchView />;
    case "alerts":
      return <OnFirstUse of={alertsView} props={{ tab: route.tab ?? "inbox" }} />;
    case "add":
      return <OnFirstUse of={addView} props={{}} />;
    case "settings":
      return (
        <OnFirstUse
          of={settingsView}
          props={{ section: route.section ?? "general", isConnecting: route.isConnecting === true }}
        />
      );
    case "gallery":
      return galleryView && <OnFirstUse of={galleryView} props={{}} />;
  }
}
