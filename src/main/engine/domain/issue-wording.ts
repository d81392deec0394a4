import type { z } from "zod";

/** What a schema has found wrong, in words that follow the name of what is wrong: `must be at most 50`. */

type Issue = z.core.$ZodIssue;

/** What the library says of a time where the schema brings no words of its own. */
const defaultForTimes = "Invalid ISO datetime";

/** What stands at a path; undefined where nothing does. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** The branch of a union that came closest: the one that got past the type. */
function closest(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const branches = issue.errors.flat();
  return branches.find((branch) => branch.code !== "invalid_type") ?? branches[0] ?? issue;
}

function describeSize(issue: Issue & { code: "too_big" | "too_small" }): string {
  const isLimit = issue.code === "too_big";
  const limit = isLimit ? issue.maximum : issue.minimum;
  if (!issue.inclusive) return `must be ${isLimit ? "less" : "more"} than ${limit}`;
  const bound = `${isLimit ? "at most" : "at least"} ${limit}`;
  if (issue.origin === "string") return `must have ${bound} ${limit === 1 ? "character" : "characters"}`;
  return issue.origin === "array"
    ? `must hold ${bound} ${limit === 1 ? "entry" : "entries"}`
    : `must be ${bound}`;
}

/** For example `must be a number`. A message that the schema brings itself stays as it is. */
export function wordingOf(found: Issue): string {
  const issue = closest(found);
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return describeSize(issue);
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    default:
      return issue.message === defaultForTimes ? "must be a time like 2026-03-01T08:00:00Z" : issue.message;
  }
}
