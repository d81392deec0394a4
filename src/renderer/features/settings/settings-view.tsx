import { ErrorNote } from "../../components/error-note.js";
import { Section } from "../../components/section.js";
import { Segmented } from "../../components/segmented.js";
import { Skeleton } from "../../components/skeleton.js";
import { texts } from "../../lib/texts.js";
import { useAnswer } from "../../stores/answers.js";
import { changeSettings, useSettings } from "../../stores/settings.js";
import { ApiSection } from "./api-section.js";
import { DataSection } from "./data-section.js";
import { HostsSection } from "./hosts-section.js";
import { KeysSection } from "./keys-section.js";
import { NotificationsSection } from "./notifications-section.js";
import { RecipesSection } from "./recipes-section.js";
import { ServicesSection } from "./services/services-section.js";
import { WebhooksSection } from "./webhooks/webhooks-section.js";
import "./settings-view.css";

const themes = ["system", "light", "dark"] as const;

/** `isConnecting`: the shopper came to connect a service. */
export function SettingsView({ isConnecting }: { readonly isConnecting: boolean }) {
  const theme = useSettings((state) => state.theme);
  const info = useAnswer("app.info", {});
  const { app, settings } = texts();
  return (
    <div className="page settings">
      <header className="page-header">
        <h1>{app.places.settings}</h1>
      </header>
      <Section title={settings.appearance}>
        <div className="setting">
          <span>{settings.theme}</span>
          <Segmented
            label={settings.theme}
            segments={themes.map((value) => ({ value, label: settings.themes[value] }))}
            value={theme}
            onChange={(chosen) => void changeSettings({ theme: chosen })}
          />
        </div>
      </Section>
      <NotificationsSection />
      {info.data ? (
        <>
          <ApiSection baseUrl={info.data.base_url} />
          <KeysSection />
          <ServicesSection isConnecting={isConnecting} />
          <WebhooksSection />
          <HostsSection />
          <RecipesSection />
          <DataSection info={info.data} onChanged={info.refresh} />
          <Section title={settings.about}>
            <p>
              Tidemark <span data-testid="version">{info.data.version}</span>
            </p>
            <p className="quiet">{settings.staysHere}</p>
          </Section>
        </>
      ) : info.error ? (
        <ErrorNote error={info.error} onRetry={info.refresh} />
      ) : (
        <Skeleton height={320} />
      )}
    </div>
  );
}
