/** The frame around the views: places, the engine's state, notices. */
export const app = {
  main: "Main",
  places: {
    watch: "Watch list",
    search: "Search",
    deals: "Deals",
    alerts: "Alerts",
    settings: "Settings",
    batch: "Look up many",
    account: "Account",
  },
  unread: (count: string) => `${count} unread`,
  creditsLeft: (credits: string) => `${credits} credits left`,
  back: "Back",
  forward: "Forward",
  starting: "Tidemark is starting; the first time takes a little longer…",
  offline: "No network. All that is known is here, with its age; checks go on when the network is back.",
  restarting: "Tidemark's engine stopped and is being started again…",
  attempt: (count: string) => `Attempt ${count}`,
  showDataFolder: "Show data folder",
  brokenTitle: "This page could not be drawn.",
  brokenAdvice:
    "Your data is safe: it is kept by the engine, not by the window. Try again, or go to another page.",
};
