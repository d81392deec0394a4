/** The languages that the texts are in; the first is the one for everybody else. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** What the shopper can choose; `system` follows the computer. */
export const languageChoices = ["system", ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

export interface Reader {
  readonly language: Language;
  /** For dates, numbers and money, a BCP 47 tag such as `de-AT`. */
  readonly locale: string;
}

const ownLocales: Record<Language, string> = { en: "en-US", de: "de-DE" };

function languageOf(tag: string): Language | undefined {
  return languages.find((language) => tag === language || tag.startsWith(`${language}-`));
}

/**
 * The language to write in and the locale to format by. `systemTags` are the computer's languages, the preferred one
 * first: one of the chosen language says which region's formats to use.
 */
export function readerOf(choice: LanguageChoice, systemTags: readonly string[]): Reader {
  const first = systemTags.map(languageOf).find((known) => known !== undefined);
  const language = choice === "system" ? (first ?? languages[0]) : choice;
  const locale = systemTags.find((tag) => languageOf(tag) === language && tag !== language);
  return { language, locale: locale ?? ownLocales[language] };
}

/** What shops in that language usually charge: for the sample market, and where no page says it. */
export function usualCurrencyFor(language: Language): "EUR" | "USD" {
  return language === "de" ? "EUR" : "USD";
}
