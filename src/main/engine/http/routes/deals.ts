import type { Route } from "../route.js";

export const dealsRoute: Route<"deals.list"> = {
  operation: "deals.list",
  method: "GET",
  path: "/deals",
  tag: "Deals",
  summary: "Graded deals",
  description: "Costs 1 credit per 10 deals returned, at least 1.",
  errorStatuses: [400, 401, 403, 405, 429, 500, 503],
  csv: {
    fileName: "deals.csv",
    columns: `path title subtitle description emoji grade.letter grade.suffix grade.value grade.justification
      pricing.current pricing.original pricing.currency retailer.name url votes.upvotes votes.downvotes votes.score
      comment_count created_at`,
    rows: ({ deals }) => deals,
  },
};
