/** The parts of the settings, in their order. */
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
