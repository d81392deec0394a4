import { z } from "zod";

const boundedText = (maxChars: number) => z.string().max(maxChars);

/** An element as reported by a shop's page. Untrusted, so every size is limited. */
const clickedElement = z.object({
  tag: boundedText(100),
  attributes: z.record(boundedText(200), boundedText(2_000)),
  /** Its position among siblings with the same tag, from 1 (`:nth-of-type`). */
  nth: z.int().min(1).max(1_000_000),
});
export type ClickedElement = z.infer<typeof clickedElement>;

/** The element that the user clicked. */
export const clickReport = z.object({
  /** The element and its ancestors, innermost first. */
  chain: z.array(clickedElement).min(1).max(200),
  /** Its text content. */
  boundedText: boundedText(1_000),
});
export type ClickReport = z.infer<typeof clickReport>;
