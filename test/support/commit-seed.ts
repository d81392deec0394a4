import { execFileSync } from "node:child_process";

/** Nothing where the project is not a repository. */
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
 * A seed for what tests make up, below 2³¹: another one with each commit, so that more is tried every day, and the same one
 * for the same commit, so that what it finds is found again until it is mended.
 */
export const commitSeed = Number.parseInt(commit().slice(0, 8), 16) >>> 1;
