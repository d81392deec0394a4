import { expect, test } from "vitest";
import { offerOpenedFiles } from "../../../../src/main/launch/launch-requests.js";
import type { OfferedFile } from "../../../../src/shared/data/job.js";
import type { PushMessages } from "../../../../src/shared/ipc.js";

type Command = PushMessages["window:command"];

function catalogue(path: string): OfferedFile {
  return { kind: "catalogue", path, bytes: 0, lines: null, problem: null };
}

/** A controller whose inspection of each file the test ends, and the commands that the window receives. */
function setUp() {
  const inspecting = new Map<string, (file: OfferedFile) => void>();
  const offer = (path: string) => new Promise<OfferedFile>((end) => inspecting.set(path, end));
  const commands: Command[] = [];
  const window = { show: () => undefined, command: (command: Command) => void commands.push(command) };
  return {
    open: offerOpenedFiles({ offer }, window),
    endInspection: async (path: string) => {
      inspecting.get(path)?.(catalogue(path));
      await new Promise(setImmediate);
    },
    offered: () => commands.flatMap((each) => (each.command === "offer-file" ? [each.file.path] : [])),
    commands,
  };
}

test("opened files are offered in the order in which they were opened, whichever is inspected first", async () => {
  const harness = setUp();
  harness.open("/large.jsonl");
  harness.open("/small.jsonl");
  await harness.endInspection("/small.jsonl");
  expect(harness.offered()).toEqual([]);
  await harness.endInspection("/large.jsonl");
  expect(harness.offered()).toEqual(["/large.jsonl", "/small.jsonl"]);
});

test("the window shows the data section immediately for an opened file, except for one of another kind", () => {
  const harness = setUp();
  harness.open("/picture.png");
  expect(harness.commands).toEqual([]);
  harness.open("/lamps.tidemark");
  expect(harness.commands).toEqual([{ command: "go", view: "settings", section: "data" }]);
});
