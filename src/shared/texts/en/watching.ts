/** How products are watched and how their checks go. */
export const watching = {
  cadences: { hourly: "Hourly", daily: "Daily", weekly: "Weekly" },
  watchedHow: { hourly: "Watched hourly", daily: "Watched daily", weekly: "Watched weekly" },
  watchWhat: (title: string) => `Watch ${title}`,
  clickToStop: (watched: string) => `${watched}; click to stop`,
  clickToWatch: "Watch daily (1 credit)",
  nowWatching: (title: string) => `Watching ${title}, daily.`,
  nobodyToAsk: "No shop that sells it can be checked; prices still update when Tidemark sees them.",
  stopped: (what: string) => `Stopped watching ${what}.`,
  undoFor: (credits: string) => `Undo for ${credits}`,
  checking: (products: string) => `Checking ${products}, shop by shop.`,
  notCheckable: "No shop that sells it can be checked",
  checkingNow: "Checking now",
  notCheckedYet: "Not checked yet",
  checkedAt: (age: string) => `Checked ${age}`,
  noneWentWell: (failures: string, outcome: string) => `${failures}, none went well yet: ${outcome}`,
  failingSince: (failures: string, age: string, outcome: string) => `${failures} since ${age}: ${outcome}`,
};
