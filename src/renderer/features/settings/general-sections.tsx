import { type LanguageChoice, languageChoices } from "../../../shared/texts/language.js";
import { Button } from "../../components/button.js";
import { SelectBox } from "../../components/fields.js";
import { Mark } from "../../components/mark.js";
import { MissingRates } from "../../components/price.js";
import { Section } from "../../components/section.js";
import { Segmented } from "../../components/segmented.js";
import { Switch } from "../../components/switch.js";
import { bridge } from "../../lib/bridge.js";
import { convertibleChoices } from "../../lib/currencies.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useDesktop, useSettings } from "../../stores/settings.js";
import { showShortcuts } from "../../stores/shortcut-sheet.js";
import { leave, useWebSession } from "../../stores/web-session.js";
import { ConfirmButton } from "./confirm-button.js";

const themes = ["system", "light", "dark"] as const;

/** Each language is listed by its own name, so that its speakers find it. */
export const languageNames: Record<Exclude<LanguageChoice, "system">, string> = {
  en: "English",
  de: "Deutsch",
};

export function AppearanceSection() {
  const { theme, language, ownCurrency } = useSettings();
  const { settings } = texts();
  return (
    <Section title={settings.appearance}>
      <div className="setting">
        <span>{settings.theme}</span>
        <Segmented
          label={settings.theme}
          segments={themes.map((value) => ({ value, label: settings.themes[value] }))}
          value={theme}
          onChange={(selected) => void changeSettings({ theme: selected })}
        />
      </div>
      <div className="setting setting-row">
        <span>{settings.language}</span>
        <SelectBox
          label={settings.language}
          choices={languageChoices.map((value) => ({
            value,
            label: value === "system" ? settings.languageOfSystem : languageNames[value],
          }))}
          value={language}
          onChange={(selected) => void changeSettings({ language: selected })}
        />
      </div>
      <div className="setting setting-row">
        <span className="setting-about">
          {settings.ownCurrency}
          <span className="quiet">{settings.ownCurrencyNote}</span>
          {ownCurrency !== null && <MissingRates />}
        </span>
        <SelectBox
          label={settings.ownCurrency}
          choices={[{ value: "", label: settings.noOwnCurrency }, ...convertibleChoices()]}
          value={ownCurrency ?? ""}
          onChange={(selected) => void changeSettings({ ownCurrency: selected || null })}
        />
      </div>
    </Section>
  );
}

/** Whether checks continue without a window. */
export function RunningSection() {
  const { keepRunning } = useSettings();
  const [desktop, setDesktop] = useDesktop();
  const { settings } = texts();
  return (
    <Section title={settings.running}>
      <div className="switches stack gap-3">
        <Switch
          label={settings.keepRunning}
          note={settings.keepRunningNote}
          isOn={keepRunning}
          onChange={(isOn) => void changeSettings({ keepRunning: isOn })}
        />
        {desktop && desktop.startsAtLogin !== null && (
          <Switch
            label={settings.startAtLogin}
            isOn={desktop.startsAtLogin}
            onChange={(isOn) => void bridge().invoke("desktop:start-at-login", isOn).then(setDesktop)}
          />
        )}
      </div>
    </Section>
  );
}

/** A paired device's own access. */
export function ThisDeviceSection() {
  const session = useWebSession((state) => state.session);
  const { browsers, web } = texts();
  return (
    <Section title={web.thisDevice}>
      <div className="setting">
        <p className="setting-about">{session && web.connectedAs(session.device.name)}</p>
        <ConfirmButton
          variant="danger"
          title={web.leaveTitle}
          message={web.leaveAbout}
          confirm={browsers.disconnect}
          onConfirm={leave}
        />
      </div>
    </Section>
  );
}

export function AboutSection({ version }: { readonly version: string }) {
  const { settings, entrances } = texts();
  return (
    <Section title={settings.sections.about}>
      <div className="line gap-4">
        <Mark size={48} />
        <div>
          <p>
            <strong>Tidemark</strong> <span data-testid="version">{version}</span>
          </p>
          <p className="quiet">{settings.staysHere}</p>
        </div>
      </div>
      <div className="setting-row">
        <Button onClick={showShortcuts}>{entrances.shortcuts}</Button>
      </div>
    </Section>
  );
}
