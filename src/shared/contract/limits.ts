/** Contract §8. Apart from the schemas, which small commands do not load. */
export const limits = {
  identifiersPerRequest: 100,
  identifierLength: 2_048,
  historyWindowDays: 366,
  searchLimitMax: 100,
  searchLimitDefault: 20,
  dealsLimitMax: 100,
  dealsLimitDefault: 25,
  requestsPerHour: 1_000,
  /** Larger batches become a job. */
  synchronousBatch: 20,
  webhooksPerAccount: 5,
  eventsPerWebhook: 3,
  failuresBeforeDisabling: 50,
  webhookUrlLength: 2_048,
  bodyBytes: 1_048_576,
} as const;
