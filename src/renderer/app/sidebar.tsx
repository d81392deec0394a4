import {
  BadgePercent,
  Bell,
  CircleGauge,
  Eye,
  ListPlus,
  type LucideIcon,
  Search,
  Settings,
} from "lucide-react";
import { classNames } from "../lib/class-names.js";
import { formatCount } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useBalance } from "../stores/balance.js";
import { useInbox } from "../stores/inbox.js";
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
  { route: { view: "batch" }, label: "Look up many", Icon: ListPlus, views: ["batch"] },
  { route: { view: "deals" }, label: "Deals", Icon: BadgePercent, views: ["deals"] },
  { route: { view: "watch" }, label: "Watched", Icon: Eye, views: ["watch"] },
  { route: { view: "alerts" }, label: "Alerts", Icon: Bell, views: ["alerts"] },
  { route: { view: "account" }, label: "Account", Icon: CircleGauge, views: ["account"] },
  { route: { view: "settings" }, label: "Settings", Icon: Settings, views: ["settings"] },
];

export function Sidebar() {
  const { view } = useRoute();
  return (
    <nav className="sidebar" aria-label={texts().app.main}>
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
              {route.view === "alerts" && <Unread />}
            </button>
          </li>
        ))}
      </ul>
      <Credits />
    </nav>
  );
}

/** Its words are for screen readers; the figure alone would be read as part of the place's name. */
function Unread() {
  const unread = useInbox((state) => state.unread);
  if (unread === 0) return null;
  return (
    <span className="sidebar-badge">
      <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
      <span className="visually-hidden">{texts().app.unread(formatCount(unread))}</span>
    </span>
  );
}

function Credits() {
  const creditsRemaining = useBalance((state) => state.creditsRemaining);
  if (creditsRemaining === null) return null;
  return (
    <p className="sidebar-credits quiet sidebar-word">
      {texts().app.creditsLeft(formatCount(creditsRemaining))}
    </p>
  );
}
