import { describe, expect, it } from "vitest";
import { parseCommands } from "../support/documents/pages.js";

const page = (...lines: string[]) => lines.join("\n");
const texts = (text: string) => parseCommands(text).map((command) => command.text);

describe("the parser of a page's commands", () => {
  it("returns the lines of shell blocks without comments, with their line numbers", () => {
    const text = page(
      "# Title",
      "",
      "```sh",
      "# said first",
      "one",
      "",
      "two  # so",
      "```",
      "```js",
      "three()",
      "```",
      "",
    );
    expect(parseCommands(text).map(({ text: command, line }) => [command, line])).toEqual([
      ["one", 5],
      ["two  # so", 7],
    ]);
  });

  it("continues a command after a backslash, within quotes, and to the end of a here-document", () => {
    expect(
      texts(page("```sh", "one \\", "  two", "say 'a", "b'", "cat > f <<'EOF'", "it's", "EOF", "end", "```")),
    ).toEqual(["one \\\n  two", "say 'a\nb'", "cat > f <<'EOF'\nit's\nEOF", "end"]);
  });

  it("rejects a command that does not end", () => {
    expect(() => parseCommands(page("```sh", "say 'a", "```"))).toThrow("from line 2 on");
  });

  it("attaches a block that follows directly to the last command before it", () => {
    const shown = parseCommands(
      page(
        "```sh",
        "one",
        "two",
        "```",
        "",
        "```json",
        "{}",
        "```",
        "```sh",
        "three",
        "```",
        "words",
        "```json",
        "[]",
        "```",
      ),
    ).map((command) => command.shown?.text ?? null);
    expect(shown).toEqual([null, "{}\n", null]);
  });
});
