import { type ConvertibleCurrency, convertibleCurrencies } from "../../../shared/app/exchange-rates.js";
import { type LanguageChoice, languageChoices } from "../../../shared/texts/language.js";
import { Section } from "../../components/section.js";
import { Segmented } from "../../components/segmented.js";
import { SelectBox, type SelectChoice } from "../../components/select-box.js";
import { currencyChoices } from "../../lib/currencies.js";
import { texts } from "../../lib/texts.js";
import { changeSettings, useSettings } from "../../stores/settings.js";

const themes = ["system", "light", "dark"] as const;

/** Each language is listed by its own name, so that its speakers find it. */
const ownNames: Record<Exclude<LanguageChoice, "system">, string> = { en: "English", de: "Deutsch" };

function languageName(choice: LanguageChoice): string {
  return choice === "system" ? texts().settings.languageOfSystem : ownNames[choice];
}

function isConvertible(code: string): code is ConvertibleCurrency {
  return (convertibleCurrencies as readonly string[]).includes(code);
}

function convertibleChoices(): SelectChoice<ConvertibleCurrency | "">[] {
  const rated = currencyChoices().flatMap(({ value, label }) =>
    isConvertible(value) ? [{ value, label }] : [],
  );
  return [{ value: "", label: texts().settings.noOwnCurrency }, ...rated];
}

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
          onChange={(chosen) => void changeSettings({ theme: chosen })}
        />
      </div>
      <div className="setting setting-row">
        <span>{settings.language}</span>
        <SelectBox<LanguageChoice>
          label={settings.language}
          choices={languageChoices.map((value) => ({ value, label: languageName(value) }))}
          value={language}
          onChange={(chosen) => void changeSettings({ language: chosen })}
        />
      </div>
      <div className="setting setting-row">
        <span className="setting-about">
          {settings.ownCurrency}
          <span className="quiet">{settings.ownCurrencyNote}</span>
        </span>
        <SelectBox
          label={settings.ownCurrency}
          choices={convertibleChoices()}
          value={ownCurrency ?? ""}
          onChange={(chosen) => void changeSettings({ ownCurrency: chosen || null })}
        />
      </div>
    </Section>
  );
}
