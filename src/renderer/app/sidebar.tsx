import { BadgePercent, Bell, Eye, type LucideIcon, Search, Settings } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";
import type { Texts } from "../../shared/texts/texts.js";
import { keyText } from "../components/keys.js";
import { Mark } from "../components/mark.js";
import { Tip } from "../components/tip.js";
import { classNames } from "../lib/class-names.js";
import { formatCount } from "../lib/format.js";
import { texts } from "../lib/texts.js";
import { useInbox } from "../stores/inbox.js";
import { go, home, type Route, searchPage, useRoute, type View } from "../stores/navigation.js";
import "./sidebar.css";

interface Place {
  readonly route: Route;
  readonly name: keyof Texts["app"]["places"];
  readonly Icon: LucideIcon;
  /** The views that belong to this place. */
  readonly views: readonly View[];
}

const places: readonly Place[] = [
  { route: home, name: "watch", Icon: Eye, views: ["watch"] },
  { route: searchPage, name: "search", Icon: Search, views: ["search", "product", "batch"] },
  { route: { view: "deals" }, name: "deals", Icon: BadgePercent, views: ["deals"] },
  { route: { view: "alerts" }, name: "alerts", Icon: Bell, views: ["alerts"] },
  { route: { view: "settings" }, name: "settings", Icon: Settings, views: ["settings"] },
];

export function Sidebar() {
  const { view } = useRoute();
  const { app } = texts();
  return (
    <nav className="sidebar" aria-label={app.main}>
      <div className="sidebar-brand">
        <Mark />
        <span className="sidebar-word">Tidemark</span>
      </div>
      <ul className="sidebar-places">
        {places.map((place, index) => (
          <li key={place.name}>
            <Tip text={app.places[place.name]} keys={keyText(`Mod ${index + 1}`)} side="right" isForNarrow>
              <PlaceButton place={place} isHere={place.views.includes(view)} />
            </Tip>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface PlaceButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly place: Place;
  readonly isHere: boolean;
}

function PlaceButton({ place: { route, name, Icon }, isHere, ...rest }: PlaceButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames("sidebar-place", isHere && "is-here")}
      aria-current={isHere ? "page" : undefined}
      onClick={() => go(route)}
    >
      <Icon size={17} aria-hidden="true" />
      <span className="sidebar-word">{texts().app.places[name]}</span>
      {name === "alerts" && <Unread />}
    </button>
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
