import { z } from "zod";

const text = (most: number) => z.string().max(most);

/** An element as the page that shows it tells of it. Comes out of a stranger's page, so it is bounded. */
const clickedElement = z.object({
  tag: text(100),
  attributes: z.record(text(200), text(2_000)),
  /** Its place among its siblings of the same tag; 1 for the first. */
  nth: z.int().min(1).max(1_000_000),
});
export type ClickedElement = z.infer<typeof clickedElement>;

/** What the shopper has clicked. */
export const clicked = z.object({
  /** The element and all around it, from the inside out. */
  chain: z.array(clickedElement).min(1).max(200),
  /** What can be read on it. */
  text: text(1_000),
});
export type Clicked = z.infer<typeof clicked>;
