/** Sections of the settings, in display order. */
export const settingsSections = [
  "general",
  "notifications",
  "account",
  "api",
  "webhooks",
  "sources",
  "data",
  "about",
] as const;
export type SettingsSection = (typeof settingsSections)[number];
