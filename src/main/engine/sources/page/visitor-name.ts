/** How Tidemark names itself to shops: who it is, and that a single person asks. */
export function pageUserAgent(version: string): string {
  return `Tidemark/${version} (price check for one person)`;
}

/** For `Accept-Language`: as the system speaks. Costs the engine's start milliseconds, so it is called when needed. */
export function pageLanguage(): string {
  return Intl.DateTimeFormat().resolvedOptions().locale;
}
