/** The user agent sent to shops: Tidemark, on behalf of one person. */
export function pageUserAgent(version: string): string {
  return `Tidemark/${version} (price check for one person)`;
}

/**
 * The system's language, for `Accept-Language`. Called on demand, because it takes milliseconds.
 */
export function pageLanguage(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
