import { Link2, Server, TextSearch } from "lucide-react";
import type { ReactNode } from "react";
import { Mark } from "../../components/mark.js";
import { Way } from "../../components/way.js";
import { texts } from "../../lib/texts.js";
import { focusLookup } from "../../stores/lookup.js";
import { go } from "../../stores/navigation.js";
import { lookAroundSample } from "../../stores/sample.js";
import "./nothing-watched.css";

/** Shown while nothing is watched: three ways to start. */
export function NothingWatched({ children }: { readonly children: ReactNode }) {
  const { watchList } = texts();
  return (
    <div className="page first-start">
      <Mark size={56} />
      <h1>{watchList.emptyTitle}</h1>
      <p className="first-start-text">{watchList.emptyText}</p>
      <ul className="first-ways" aria-label={watchList.ways}>
        <Way
          isLarge
          Icon={Link2}
          title={watchList.wayLink}
          text={watchList.wayLinkText}
          onClick={focusLookup}
        />
        <Way
          isLarge
          Icon={TextSearch}
          title={watchList.waySample}
          text={watchList.waySampleText}
          onClick={() => void lookAroundSample()}
        />
        <Way
          isLarge
          Icon={Server}
          title={watchList.wayService}
          text={watchList.wayServiceText}
          onClick={() => go({ view: "settings", section: "programs", isConnecting: true })}
        />
      </ul>
      <p className="quiet">{watchList.dropHint}</p>
      {children}
    </div>
  );
}
