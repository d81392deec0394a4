import { lazy, type ReactNode, Suspense } from "react";
import { AlertsView } from "../features/alerts/alerts-view.js";
import { BatchView } from "../features/batch/batch-view.js";
import { JobView } from "../features/batch/job-view.js";
import { DealsView } from "../features/deals/deals-view.js";
import { ProductView } from "../features/product/product-view.js";
import { HomeView } from "../features/search/home-view.js";
import { ResultsView } from "../features/search/results-view.js";
import { UnknownView } from "../features/search/unknown-view.js";
import { SettingsView } from "../features/settings/settings-view.js";
import { WatchView } from "../features/watch/watch-view.js";
import type { Route } from "../stores/navigation.js";

/** Who shops never sees it: it is read when it is asked for. */
const GalleryView = lazy(async () => ({
  default: (await import("../features/gallery/gallery-view.js")).GalleryView,
}));

/** The one place that knows which page shows which route. */
export function ViewOf({ route }: { readonly route: Route }): ReactNode {
  switch (route.view) {
    case "search":
      if (route.unknown !== undefined)
        return <UnknownView text={route.unknown} isAgreed={route.isAgreed === true} />;
      return route.query === "" ? <HomeView /> : <ResultsView key={route.query} query={route.query} />;
    case "product":
      return <ProductView key={route.service} service={route.service} match={route.match} />;
    case "deals":
      return <DealsView />;
    case "watch":
      return <WatchView />;
    case "alerts":
      return <AlertsView tab={route.tab ?? "inbox"} />;
    case "batch":
      return route.job === undefined ? <BatchView /> : <JobView key={route.job} id={route.job} />;
    case "settings":
      return <SettingsView section={route.section ?? "general"} isConnecting={route.isConnecting === true} />;
    case "gallery":
      return (
        <Suspense>
          <GalleryView />
        </Suspense>
      );
  }
}
