import type { ReactNode } from "react";
import type { EngineInfo } from "../../../shared/app/operations.js";
import { assertNever } from "../../../shared/assert-never.js";
import type { SettingsSection } from "../../../shared/settings-sections.js";
import { ErrorNote } from "../../components/error-note.js";
import { Skeleton } from "../../components/skeleton.js";
import { useAnswer } from "../../stores/answers.js";
import { AboutSection } from "./about-section.js";
import { AccountPart } from "./account/account-part.js";
import { ApiSection } from "./api-section.js";
import { AppearanceSection } from "./appearance-section.js";
import { BrowserSection } from "./browser-section.js";
import { DataPart } from "./data/data-part.js";
import { HostsSection } from "./hosts-section.js";
import { KeysSection } from "./keys-section.js";
import { NotificationsSection } from "./notifications-section.js";
import { RecipesSection } from "./recipes-section.js";
import { RunningSection } from "./running-section.js";
import { ServicesSection } from "./services/services-section.js";
import { UpdatesSection } from "./updates/updates-section.js";
import { WebhooksSection } from "./webhooks/webhooks-section.js";

interface PartOfProps {
  readonly section: SettingsSection;
  readonly isConnecting: boolean;
}

/** Maps each part of the settings to its sections. */
export function PartOf({ section, isConnecting }: PartOfProps): ReactNode {
  switch (section) {
    case "general":
      return (
        <>
          <AppearanceSection />
          <RunningSection />
          <BrowserSection />
        </>
      );
    case "notifications":
      return <NotificationsSection />;
    case "shops":
      return (
        <>
          <RecipesSection />
          <HostsSection />
        </>
      );
    case "data":
      return <WithInfo>{(info, refresh) => <DataPart info={info} onChanged={refresh} />}</WithInfo>;
    case "about":
      return (
        <>
          <WithInfo>{(info) => <AboutSection version={info.version} />}</WithInfo>
          <UpdatesSection />
        </>
      );
    case "programs":
      return (
        <>
          <WithInfo>{(info) => <ApiSection baseUrl={info.base_url} />}</WithInfo>
          <KeysSection />
          <WebhooksSection />
          <ServicesSection isConnecting={isConnecting} />
          <AccountPart />
        </>
      );
    default:
      return assertNever(section);
  }
}

interface WithInfoProps {
  readonly children: (info: EngineInfo, refresh: () => void) => ReactNode;
}

function WithInfo({ children }: WithInfoProps) {
  const info = useAnswer("app.info", {});
  if (info.data) return children(info.data, info.refresh);
  if (info.error) return <ErrorNote error={info.error} onRetry={info.refresh} />;
  return <Skeleton height={320} />;
}
