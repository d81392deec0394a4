import { expect, test } from "vitest";
import { offerOpenedFiles } from "../../../../src/main/launch/offer-opened-files.js";
import type { OfferedFile } from "../../../../src/shared/data/work.js";
import type { PushMessages } from "../../../../src/shared/ipc.js";

type Command = PushMessages["window:command"];

function catalogue(path: string): OfferedFile {
  return { kind: "catalogue", path, bytes: 0, lines: null, problem: null };
}

/** A desk that looks into each file for as long as the test wants, and what the window was told. */
function deskAndWindow() {
  const looking = new Map<string, (file: OfferedFile) => void>();
  const offer = (path: string) => new Promise<OfferedFile>((look) => looking.set(path, look));
  const told: Command[] = [];
  const window = { show: () => undefined, command: (command: Command) => void told.push(command) };
  return {
    open: offerOpenedFiles({ offer }, window),
    looked: async (path: string) => {
      looking.get(path)?.(catalogue(path));
      await new Promise(setImmediate);
    },
    offered: () => told.flatMap((each) => (each.command === "offer-file" ? [each.file.path] : [])),
    told,
  };
}

test("files are offered in the order in which they were opened, whichever is looked into first", async () => {
  const desk = deskAndWindow();
  desk.open("/large.jsonl");
  desk.open("/small.jsonl");
  await desk.looked("/small.jsonl");
  expect(desk.offered()).toEqual([]);
  await desk.looked("/large.jsonl");
  expect(desk.offered()).toEqual(["/large.jsonl", "/small.jsonl"]);
});

test("the window goes to where the data is at once; a file of another kind is passed over", () => {
  const desk = deskAndWindow();
  desk.open("/picture.png");
  expect(desk.told).toEqual([]);
  desk.open("/lamps.tidemark");
  expect(desk.told).toEqual([{ command: "go", view: "settings", section: "data" }]);
});
