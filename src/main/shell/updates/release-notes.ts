import { z } from "zod";

const longestNotes = 20_000;
// What is no text, line ends and tabs aside: also marks that turn the direction of what follows.
const unreadable = /[\p{Cc}\p{Cf}]/gu;

const notes = z.union([
  z.string(),
  z
    .array(z.object({ version: z.string(), note: z.string().nullish() }))
    .transform((all) => all.map(({ version, note }) => `${version}\n${note ?? ""}`).join("\n\n")),
]);

/** What is new, as plain text; `null` where nobody wrote it. */
export function notesOf(releaseNotes: unknown): string | null {
  const found = notes.safeParse(releaseNotes);
  if (!found.success) return null;
  const text = found.data
    .replaceAll("\r\n", "\n")
    .replace(unreadable, (sign) => (sign === "\n" || sign === "\t" ? sign : ""))
    .trim()
    .slice(0, longestNotes);
  return text === "" ? null : text;
}
