import { join } from "node:path";
import { expect, test } from "vitest";
import { unpacked } from "../../../../src/main/engine-host/unpacked.js";

test("a program that is not Electron reads a package's files beside the archive", () => {
  const inArchive = join("opt", "Tidemark", "resources", "app.asar", "out", "main", "engine.js");
  expect(unpacked(inArchive)).toBe(
    join("opt", "Tidemark", "resources", "app.asar.unpacked", "out", "main", "engine.js"),
  );
});

test("in a checkout a file is where it is", () => {
  const file = join("home", "sam", "app.asar-notes", "out", "main", "engine.js");
  expect(unpacked(file)).toBe(file);
});
