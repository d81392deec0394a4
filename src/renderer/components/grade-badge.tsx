import { classNames } from "../lib/class-names.js";
import { gradeTone } from "../lib/grade.js";
import { texts } from "../lib/texts.js";
import "./grade-badge.css";

interface GradeBadgeProps {
  /** Letter and optional suffix, such as `A+`; null while there is too little data. */
  readonly grade: string | null;
}

export function GradeBadge({ grade }: GradeBadgeProps) {
  return (
    <span
      className={classNames("grade-badge", `tone-${gradeTone(grade)}`)}
      role="img"
      aria-label={nameOf(grade)}
    >
      {grade?.replace("-", "−") ?? "–"}
    </span>
  );
}

function nameOf(grade: string | null): string {
  const { shown } = texts();
  if (grade === null) return shown.noGrade;
  return shown.grade(grade.replace("-", ` ${shown.minus}`).replace("+", ` ${shown.plus}`));
}
