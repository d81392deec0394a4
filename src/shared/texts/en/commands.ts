/** What can be done from the box at the top, beside looking something up. */
export const commands = {
  goTo: (place: string) => `Go to ${place}`,
  settingsOf: (part: string) => `Settings: ${part}`,
  lookUpMany: "Look up many",
  checkAll: "Check all prices now",
  light: "Use the light theme",
  dark: "Use the dark theme",
  systemTheme: "Use the system's theme",
  english: "Read in English",
  german: "Read in German (Deutsch)",
  shortcuts: "Show keyboard shortcuts",
  dataFolder: "Show the data folder",
  updates: "Check for updates",
  hint: "Type > for all commands",
};
