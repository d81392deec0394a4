import type { ReactNode } from "react";
import type { EngineInfo } from "../../../shared/app/operations.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { SettingsSection } from "../../../shared/settings-sections.js";
import { Answered } from "../../components/states.js";
import { isInBrowser } from "../../lib/bridge.js";
import { classNames } from "../../lib/class-names.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { go } from "../../stores/navigation.js";
import { settingsHere } from "../../stores/settings.js";
import { ChannelsSection } from "./channels-section.js";
import { DataSections } from "./data-sections.js";
import { BookmarkSection, BrowsersSection, DevicesSection } from "./devices-section.js";
import { AboutSection, AppearanceSection, RunningSection, ThisDeviceSection } from "./general-sections.js";
import { AccountSections, ApiSection, KeysSection } from "./keys-sections.js";
import { NotificationsSection } from "./notifications-section.js";
import { ServicesSection } from "./services-section.js";
import {
  HostsSection,
  OlderPricesSection,
  PayingSection,
  RecipesSection,
  SearchEngineSection,
} from "./shops-sections.js";
import { UpdatesSection } from "./updates-section.js";
import { WebhooksSection } from "./webhooks-section.js";
import "./settings.css";

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
      <div className="settings-columns stack tops">
        <nav className="settings-parts" aria-label={app.places.settings}>
          <ul className="stack gap-1">
            {settingsHere().map((each) => (
              <li key={each}>
                <button
                  type="button"
                  className={classNames(
                    "settings-part full from-start soft strong hovers",
                    each === section && "is-here",
                  )}
                  aria-current={each === section ? "page" : undefined}
                  onClick={() => go({ view: "settings", section: each })}
                >
                  {settings.sections[each]}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="stack bounded gap-4">
          <SettingsPart section={section} isConnecting={isConnecting} />
        </div>
      </div>
    </div>
  );
}

function SettingsPart({ section, isConnecting }: SettingsViewProps): ReactNode {
  switch (section) {
    case "general":
      return (
        <>
          <AppearanceSection />
          {isInBrowser() ? <ThisDeviceSection /> : <RunningSection />}
        </>
      );
    case "notifications":
      return (
        <>
          <NotificationsSection />
          <ChannelsSection />
        </>
      );
    case "shops":
      return (
        <>
          <PayingSection />
          <RecipesSection />
          <SearchEngineSection />
          <OlderPricesSection />
          <HostsSection />
        </>
      );
    case "browser":
      return (
        <>
          <BrowsersSection />
          <BookmarkSection />
        </>
      );
    case "devices":
      return <DevicesSection />;
    case "data":
      return <WithInfo>{(info, refresh) => <DataSections info={info} onChanged={refresh} />}</WithInfo>;
    case "about":
      return (
        <>
          <WithInfo>{(info) => <AboutSection version={info.version} />}</WithInfo>
          {!isInBrowser() && <UpdatesSection />}
        </>
      );
    case "programs":
      return (
        <>
          <WithInfo>{(info) => info.base_url !== "" && <ApiSection baseUrl={info.base_url} />}</WithInfo>
          <KeysSection />
          <WebhooksSection />
          <ServicesSection isConnecting={isConnecting} />
          <AccountSections />
        </>
      );
    default:
      return assertNever(section);
  }
}

function WithInfo({ children }: { readonly children: (info: EngineInfo, refresh: () => void) => ReactNode }) {
  const answer = useAnswer("app.info", {});
  return (
    <Answered answer={answer} height={320}>
      {(info) => children(info, answer.refresh)}
    </Answered>
  );
}
