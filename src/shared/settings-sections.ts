/** Sections of the settings, in display order. */
export const settingsSections = [
  "general",
  "notifications",
  "shops",
  "browser",
  "devices",
  "data",
  "about",
  "programs",
] as const;
export type SettingsSection = (typeof settingsSections)[number];
