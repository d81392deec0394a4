import { type Block, blocksOf } from "./pages.js";

/** A command on a page, with the output that the page shows for it. */
export interface DocumentCommand {
  /** As written, possibly over several lines. */
  readonly text: string;
  readonly line: number;
  /** The block right after the command's own, unless it holds commands. */
  readonly shown: Block | null;
}

/** Whether a shell would wait for more: an open quote, a trailing backslash, or an unfinished here-document. */
function isOpen(text: string): boolean {
  const marker = /<<-?\s*'?(\w+)'?/.exec(text)?.[1];
  if (marker !== undefined) return !text.split("\n").slice(1).includes(marker);
  return text.endsWith("\\") || text.replaceAll("'\\''", "").split("'").length % 2 === 0;
}

function commandsIn(block: Block): Omit<DocumentCommand, "shown">[] {
  const commands: { text: string; line: number }[] = [];
  let open: { text: string; line: number } | null = null;
  block.text.split("\n").forEach((text, index) => {
    if (open === null && (text.trim() === "" || text.startsWith("#"))) return;
    const command: { text: string; line: number } =
      open === null ? { text, line: block.line + index } : { text: `${open.text}\n${text}`, line: open.line };
    open = isOpen(command.text) ? command : null;
    if (open === null) commands.push(command);
  });
  if (open !== null) throw new Error(`The last command of the block at line ${block.line} is incomplete.`);
  return commands;
}

/** All commands of a page, in order. */
export function commandsOf(page: string): DocumentCommand[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, index) => {
    if (block.language !== "sh") return [];
    const next = blocks[index + 1];
    const shown = next?.follows === true && next.language !== "sh" ? next : null;
    const commands = commandsIn(block);
    return commands.map((command, at) => ({ ...command, shown: at === commands.length - 1 ? shown : null }));
  });
}
