export type Tone = "good" | "fair" | "warn" | "bad" | "none";

/** The colour family of a grade: A and B are good, C is fair, D a warning, F bad. */
export function gradeTone(grade: string | null): Tone {
  switch (grade?.charAt(0).toUpperCase()) {
    case "A":
    case "B":
      return "good";
    case "C":
      return "fair";
    case "D":
      return "warn";
    case "E":
    case "F":
      return "bad";
    default:
      return "none";
  }
}
