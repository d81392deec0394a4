import { execFileSync } from "node:child_process";
import fc from "fast-check";

/** `0` outside a git repository. */
function commit(): string {
  try {
    return execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "0";
  }
}

/**
 * The seed of generated tests, below 2³¹. It changes with each commit, so that tests keep trying new cases, and stays
 * the same for one commit, so that failures can be reproduced.
 */
process.env.TIDEMARK_COMMIT ??= commit();
export const commitSeed = Number.parseInt(process.env.TIDEMARK_COMMIT.slice(0, 8), 16) >>> 1;

// Properties without a seed use the commit's, so that the tests of a commit are reproducible.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: commitSeed });
