/** What the account has used and may still use. */
export const account = {
  title: "Account and usage",
  creditsTitle: "Credits this period",
  requestsTitle: "Requests this hour",
  states: { active: "Active plan", trialing: "Trial", past_due: "Payment past due" },
  noPlan: "No plan",
  /** After the figure of those that are used. */
  ofCreditsUsed: (limit: string) => `of ${limit} credits used`,
  creditsUsed: "Credits used",
  remaining: "Remaining",
  requestsMade: "Requests made",
  periodStarts: "Period starts",
  periodEnds: "Period ends",
  planNeeded: "No active plan is attached, so nothing can be looked up until one is.",
  /** After the figure of those that were made. */
  ofRequests: (limit: string) => `of ${limit} requests in the last hour`,
  requestsUsed: "Requests used",
  allCount: "The window, the API and the command line all count here.",
  oldestStops: (wait: string) => `The oldest one stops counting in ${wait}.`,
};
