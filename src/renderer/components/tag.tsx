import type { ReactNode } from "react";
import { classNames } from "../lib/class-names.js";
import "./tag.css";

interface TagProps {
  readonly tone?: "plain" | "accent" | "good" | "warn" | "bad";
  readonly children: ReactNode;
}

/** A word or two about the thing beside it. */
export function Tag({ tone = "plain", children }: TagProps) {
  return <span className={classNames("tag", `tag-${tone}`)}>{children}</span>;
}
