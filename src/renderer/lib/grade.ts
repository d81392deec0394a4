export type Tone = "good" | "fair" | "high" | "none";

/** The colour family of a grade: A and B are good, C is fair, D and F a high tide. */
export function gradeTone(grade: string | null): Tone {
  switch (grade?.charAt(0).toUpperCase()) {
    case "A":
    case "B":
      return "good";
    case "C":
      return "fair";
    case "D":
    case "E":
    case "F":
      return "high";
    default:
      return "none";
  }
}

const suffixes = ["+", "", "-"];

/** `A+` is 0, and worse grades are higher; null without a grade. */
export function gradeRank(grade: string | null): number | null {
  if (grade === null) return null;
  return (grade.toUpperCase().charCodeAt(0) - 65) * suffixes.length + suffixes.indexOf(grade.slice(1));
}
