/** A command of the look-up box. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** Shortcut keys: `Mod 1`. */
  readonly keys?: string;
  readonly run: () => void;
}

/** A text with this prefix matches commands only. */
export const commandMark = ">";

export function asksForCommands(text: string): boolean {
  return text.trimStart().startsWith(commandMark);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** Whether each typed word begins a word of the label. */
function matches(label: string, typed: readonly string[]): boolean {
  const words = wordsOf(label);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

const minTypedChars = 2;
const maxBesideProducts = 4;

/** The commands that match a text: all of them after the prefix, else a few beside the products. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const typed = wordsOf(text);
  if (asksForCommands(text)) return commands.filter(({ label }) => matches(label, typed));
  if (typed.join("").length < minTypedChars) return [];
  return commands.filter(({ label }) => matches(label, typed)).slice(0, maxBesideProducts);
}
