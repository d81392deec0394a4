/** Something that can be done from the box at the top. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** The keys that do the same: `Mod 1`. */
  readonly keys?: string;
  readonly run: () => void;
}

/** This at the start asks for commands alone. */
export const commandMark = ">";

export function asksForCommands(text: string): boolean {
  return text.trimStart().startsWith(commandMark);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s:>]+/)
    .filter(Boolean);
}

/** Whether each typed word begins a word of the label. */
function matches(label: string, typed: readonly string[]): boolean {
  const words = wordsOf(label);
  return typed.every((start) => words.some((word) => word.startsWith(start)));
}

const fewest = 2;
/** Beside products there is room for a few. */
const mostBeside = 4;

/** The commands that a text could mean: all of them after the mark, else a few that its words begin. */
export function matchCommands(commands: readonly Command[], text: string): readonly Command[] {
  const typed = wordsOf(text);
  if (asksForCommands(text)) return commands.filter(({ label }) => matches(label, typed));
  if (typed.join("").length < fewest) return [];
  return commands.filter(({ label }) => matches(label, typed)).slice(0, mostBeside);
}
