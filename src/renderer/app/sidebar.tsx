import { BadgePercent, CircleGauge, type LucideIcon, Search, Settings } from "lucide-react";
import { classNames } from "../lib/class-names.js";
import { formatCount } from "../lib/format.js";
import { useBalance } from "../stores/balance.js";
import { go, home, type Route, useRoute, type View } from "../stores/navigation.js";
import { Mark } from "./mark.js";
import "./sidebar.css";

interface Place {
  readonly route: Route;
  readonly label: string;
  readonly Icon: LucideIcon;
  /** The views that belong to this place. */
  readonly views: readonly View[];
}

const places: readonly Place[] = [
  { route: home, label: "Search", Icon: Search, views: ["search", "product"] },
  { route: { view: "deals" }, label: "Deals", Icon: BadgePercent, views: ["deals"] },
  { route: { view: "account" }, label: "Account", Icon: CircleGauge, views: ["account"] },
  { route: { view: "settings" }, label: "Settings", Icon: Settings, views: ["settings"] },
];

export function Sidebar() {
  const { view } = useRoute();
  return (
    <nav className="sidebar" aria-label="Main">
      <div className="sidebar-brand">
        <Mark />
        <span className="sidebar-word">Tidemark</span>
      </div>
      <ul className="sidebar-places">
        {places.map(({ route, label, Icon, views }) => (
          <li key={label}>
            <button
              type="button"
              className={classNames("sidebar-place", views.includes(view) && "is-here")}
              aria-current={views.includes(view) ? "page" : undefined}
              title={label}
              onClick={() => go(route)}
            >
              <Icon size={17} aria-hidden="true" />
              <span className="sidebar-word">{label}</span>
            </button>
          </li>
        ))}
      </ul>
      <Credits />
    </nav>
  );
}

function Credits() {
  const creditsRemaining = useBalance((state) => state.creditsRemaining);
  if (creditsRemaining === null) return null;
  return <p className="sidebar-credits quiet sidebar-word">{formatCount(creditsRemaining)} credits left</p>;
}
