import type { Route } from "../route.js";

export const usageRoute: Route<"usage.get"> = {
  operation: "usage.get",
  method: "GET",
  path: "/usage",
  tag: "Usage",
  summary: "Credits and requests of the current billing period",
  errorStatuses: [401, 405, 429, 500],
  input: () => ({}),
};
