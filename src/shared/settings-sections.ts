/** Sections of the settings, in display order. */
export const settingsSections = ["general", "notifications", "shops", "data", "about", "programs"] as const;
export type SettingsSection = (typeof settingsSections)[number];
