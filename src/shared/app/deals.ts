import { z } from "zod";

const path = z.string().min(1).max(2_000);
const vote = z.enum(["up", "down"]);
export type DealVote = z.infer<typeof vote>;

/** App operations for deals. */
export const dealOperations = {
  /** Votes for or against a deal; null withdraws the vote. Returns the deal's votes, including this one. */
  "deals.vote": {
    input: z.object({ path, vote: vote.nullable() }),
    output: z.object({ votes: z.object({ upvotes: z.int(), downvotes: z.int(), score: z.int() }) }),
  },
  /** The account's own votes on the given deals; deals without a vote are omitted. */
  "deals.own_votes": {
    input: z.object({ paths: z.array(path).max(200) }),
    output: z.object({ votes: z.array(z.object({ path: z.string(), vote })) }),
  },
} as const;
