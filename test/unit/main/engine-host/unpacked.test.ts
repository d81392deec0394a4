import { join } from "node:path";
import { expect, test } from "vitest";
import { unpacked } from "../../../../src/main/engine-host/unpacked.js";

test("the unpacked path of a file in the archive is beside the archive", () => {
  const inArchive = join("opt", "Tidemark", "resources", "app.asar", "out", "main", "engine.js");
  expect(unpacked(inArchive)).toBe(
    join("opt", "Tidemark", "resources", "app.asar.unpacked", "out", "main", "engine.js"),
  );
});

test("the unpacked path of a file in a checkout is its own path", () => {
  const file = join("home", "sam", "app.asar-notes", "out", "main", "engine.js");
  expect(unpacked(file)).toBe(file);
});
