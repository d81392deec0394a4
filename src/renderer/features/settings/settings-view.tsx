import { type SettingsSection, settingsSections } from "../../../shared/settings-sections.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { go } from "../../stores/navigation.js";
import { PartOf } from "./part-of.js";
import "./settings-view.css";

interface SettingsViewProps {
  readonly section: SettingsSection;
  /** The shopper came to connect a service. */
  readonly isConnecting: boolean;
}

/** The settings: navigation on one side, the selected part on the other. */
export function SettingsView({ section, isConnecting }: SettingsViewProps) {
  const { app, settings } = texts();
  return (
    <div className="page settings">
      <header className="page-header">
        <h1>{app.places.settings}</h1>
      </header>
      <div className="settings-columns">
        <nav className="settings-parts" aria-label={app.places.settings}>
          <ul>
            {settingsSections.map((each) => (
              <li key={each}>
                <button
                  type="button"
                  className={classNames("settings-part", each === section && "is-here")}
                  aria-current={each === section ? "page" : undefined}
                  onClick={() => go({ view: "settings", section: each })}
                >
                  {settings.sections[each]}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="settings-content">
          <PartOf section={section} isConnecting={isConnecting} />
        </div>
      </div>
    </div>
  );
}
