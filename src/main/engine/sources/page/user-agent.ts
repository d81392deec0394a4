/** The user agent sent to shops: it names Tidemark, and states that one person is asking. */
export function pageUserAgent(version: string): string {
  return `Tidemark/${version} (price check for one person)`;
}

/**
 * The system's language, for `Accept-Language`. Called on demand: it would slow down the engine's start by
 * milliseconds.
 */
export function pageLanguage(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
