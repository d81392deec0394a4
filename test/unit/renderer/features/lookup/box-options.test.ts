import { describe, expect, it } from "vitest";
import { boxOptions } from "../../../../../src/renderer/features/lookup/box-options.js";
import type { Command } from "../../../../../src/renderer/lib/match-commands.js";
import type { Product } from "../../../../../src/shared/contract/product.js";

function command(label: string): Command {
  return { id: label, label, run: () => undefined };
}

const kettle = { service: "product/kettle", title: "Kettle" } as Product;
const commands = [
  "Go to Deals",
  "Go to Watch list",
  "Use the dark theme",
  "Settings: Data",
  "Settings: About",
  "Language: German (Deutsch)",
].map(command);

/** What is offered, each line in a word. */
function offered(text: string, products: readonly Product[] = []): string[] {
  return boxOptions(text, { products, recent: [kettle], commands }).map((option) => {
    if (option.kind === "product") return option.product.title;
    return option.kind === "command"
      ? option.command.label
      : `${option.kind.replace("-", " ")} ${option.text}`;
  });
}

describe("the lines under the box", () => {
  it("begin with what was typed, so that Enter looks it up", () => {
    expect(offered(" kettle ", [kettle])).toEqual(["look up kettle", "Kettle"]);
    expect(offered("dark")).toEqual(["look up dark", "Use the dark theme"]);
  });

  it("are none where there is nothing to choose from, and one for a link", () => {
    expect(offered("zzz")).toEqual([]);
    expect(offered("https://shop.example/go/deals")).toEqual(["link https://shop.example/go/deals"]);
  });

  it("are what was looked at of late while the box is empty", () => {
    expect(offered("")).toEqual(["Kettle"]);
  });

  it("are all commands after the mark, and those alone", () => {
    expect(offered(">", [kettle])).toEqual(commands.map(({ label }) => label));
    expect(offered("> set da", [kettle])).toEqual(["Settings: Data"]);
  });

  it("find a command by the beginnings of its words, in any order", () => {
    expect(offered("deals go")).toEqual(["look up deals go", "Go to Deals"]);
    expect(offered("eals")).toEqual([]);
  });

  it("find a command by a word in brackets", () => {
    expect(offered(">deutsch")).toEqual(["Language: German (Deutsch)"]);
  });

  it("offer no commands for a letter", () => {
    expect(offered("g")).toEqual([]);
  });
});
