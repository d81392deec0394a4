import { BadgePercent, Bell, Eye, type LucideIcon, Search, Settings } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";
import { keyText } from "../components/keys.js";
import { Mark } from "../components/mark.js";
import { Tip } from "../components/tip.js";
import { classNames } from "../lib/class-names.js";
import { formatCount } from "../lib/format.js";
import { menuKeys } from "../lib/shortcuts.js";
import { texts } from "../lib/texts.js";
import { useAnswer } from "../stores/answers.js";
import { useInbox } from "../stores/inbox.js";
import { go, home, type Place, placeOf, type Route, searchPage, useRoute } from "../stores/navigation.js";
import { leaveSample } from "../stores/sample.js";
import { useWatchList } from "../stores/watch-list.js";
import "./sidebar.css";

interface PlaceEntry {
  readonly route: Route;
  readonly name: Place;
  readonly Icon: LucideIcon;
}

const places: readonly PlaceEntry[] = [
  { route: home, name: "watch", Icon: Eye },
  { route: searchPage, name: "search", Icon: Search },
  { route: { view: "deals" }, name: "deals", Icon: BadgePercent },
  { route: { view: "alerts" }, name: "alerts", Icon: Bell },
  { route: { view: "settings" }, name: "settings", Icon: Settings },
];

export function Sidebar() {
  const here = placeOf(useRoute());
  const { app } = texts();
  return (
    <nav className="sidebar" aria-label={app.main}>
      <div className="sidebar-brand line">
        <Mark />
        <span className="sidebar-word">Tidemark</span>
      </div>
      <ul className="sidebar-places">
        {places.map((place, index) => (
          <li key={place.name}>
            <Tip
              text={app.places[place.name]}
              {...menuKeys(keyText(`Mod ${index + 1}`))}
              side="right"
              isForNarrow
            >
              <PlaceButton place={place} isHere={place.name === here} onClick={() => go(place.route)} />
            </Tip>
          </li>
        ))}
      </ul>
      <SampleNote />
    </nav>
  );
}

/** Marks made-up products, so that nobody takes them for real ones. */
function SampleNote() {
  const { data } = useAnswer("app.info", {});
  const { app } = texts();
  if (!data?.has_sample) return null;
  return (
    <div className="sidebar-sample stack starts gap-1 small soft">
      <strong>{app.sample}</strong>
      <span>{app.sampleAbout}</span>
      <button type="button" className="text-button" onClick={() => void leaveSample()}>
        {app.leaveSample}
      </button>
    </div>
  );
}

interface PlaceButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly place: PlaceEntry;
  readonly isHere: boolean;
}

function PlaceButton({ place: { name, Icon }, isHere, ...rest }: PlaceButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames("sidebar-place line full soft from-start", isHere && "is-here")}
      aria-current={isHere ? "page" : undefined}
    >
      <Icon size={17} />
      <span className="sidebar-word">{texts().app.places[name]}</span>
      {name === "watch" && (
        <span className="sidebar-short" aria-hidden="true">
          {texts().app.shortWatch}
        </span>
      )}
      {name === "watch" && <WatchedCount />}
      {name === "alerts" && <Unread />}
    </button>
  );
}

/** Visual only: the list's heading tells screen readers. */
function WatchedCount() {
  const count = useWatchList(({ items, isKnown }) => (isKnown ? items.length : 0));
  if (count === 0) return null;
  return (
    <span className="push quiet small sidebar-word" aria-hidden="true">
      {formatCount(count)}
    </span>
  );
}

/** Text for screen readers, which would read a bare figure as part of the place's name. */
function Unread() {
  const unread = useInbox((state) => state.unread);
  if (unread === 0) return null;
  return (
    <span className="sidebar-badge small push">
      <span aria-hidden="true">{unread > 99 ? "99+" : unread}</span>
      <span className="visually-hidden">{texts().app.unread(formatCount(unread))}</span>
    </span>
  );
}
