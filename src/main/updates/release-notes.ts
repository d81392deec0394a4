import { z } from "zod";

const maxNotesChars = 20_000;
// Control and format characters, including those that change the text direction.
const controlCharacters = /[\p{Cc}\p{Cf}]/gu;

const notes = z.union([
  z.string(),
  z
    .array(z.object({ version: z.string(), note: z.string().nullish() }))
    .transform((all) => all.map(({ version, note }) => `${version}\n${note ?? ""}`).join("\n\n")),
]);

/** The release notes as plain text; `null` if there are none. */
export function parseReleaseNotes(releaseNotes: unknown): string | null {
  const found = notes.safeParse(releaseNotes);
  if (!found.success) return null;
  const text = found.data
    .replaceAll("\r\n", "\n")
    .replace(controlCharacters, (character) => (character === "\n" || character === "\t" ? character : ""))
    .trim()
    .slice(0, maxNotesChars);
  return text === "" ? null : text;
}
