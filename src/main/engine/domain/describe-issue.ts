import type { z } from "zod";

type Issue = z.core.$ZodIssue;

/** Zod's default message for an invalid time. */
const defaultTimeMessage = "Invalid ISO datetime";

/** The value at a path; `undefined` if the path does not exist. */
export function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    input,
  );
}

/** The union branch that came closest: the first whose type matched. */
function closestIssue(issue: Issue): Issue {
  if (issue.code !== "invalid_union") return issue;
  const branches = issue.errors.flat();
  return branches.find((branch) => branch.code !== "invalid_type") ?? branches[0] ?? issue;
}

function describeSize(issue: Issue & { code: "too_big" | "too_small" }): string {
  const isTooBig = issue.code === "too_big";
  const limit = isTooBig ? issue.maximum : issue.minimum;
  if (!issue.inclusive) return `must be ${isTooBig ? "less" : "more"} than ${limit}`;
  const bound = `${isTooBig ? "at most" : "at least"} ${limit}`;
  if (issue.origin === "string") return `must have ${bound} ${limit === 1 ? "character" : "characters"}`;
  return issue.origin === "array"
    ? `must have ${bound} ${limit === 1 ? "entry" : "entries"}`
    : `must be ${bound}`;
}

/** The first issue of a schema's error, as a sentence: `price must be a number.` */
export function describeError({ issues: [issue] }: z.ZodError): string {
  return issue === undefined ? "It is invalid." : `${issue.path.join(".") || "It"} ${describeIssue(issue)}.`;
}

/** Words that follow the name of the field: `must be at most 50`. A schema's own message is returned unchanged. */
export function describeIssue(found: Issue): string {
  const issue = closestIssue(found);
  switch (issue.code) {
    case "too_big":
    case "too_small":
      return describeSize(issue);
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "invalid_type":
      return `must be ${/^[aeiou]/.test(issue.expected) ? "an" : "a"} ${issue.expected}`;
    default:
      return issue.message === defaultTimeMessage
        ? "must be a time like 2026-03-01T08:00:00Z"
        : issue.message;
  }
}
