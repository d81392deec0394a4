import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import "./tag.css";

interface TagProps {
  readonly tone?: "plain" | "accent" | "good" | "warn" | "bad";
  readonly children: ReactNode;
}

/** A short label beside its subject. */
export function Tag({ tone = "plain", children }: TagProps) {
  return <span className={classNames("tag", `tone-${tone}`)}>{children}</span>;
}
