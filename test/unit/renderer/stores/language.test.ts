import { beforeEach, expect, it } from "vitest";
import { readAs } from "../../../../src/renderer/stores/language.js";
import { notify, useNotices } from "../../../../src/renderer/stores/notices.js";

const shown = () => useNotices.getState().shown.map(({ text }) => text);

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await readAs({ language: "en", locale: "en-US" });
  notify({ text: "No longer watched." });
  notify({ topic: "checks", text: "2 of 9 checked", isLasting: true });
});

it("removes notices in the former language, but not those that will be replaced", async () => {
  await readAs({ language: "de", locale: "de-DE" });
  expect(shown()).toEqual(["2 of 9 checked"]);
});

it("keeps notices where only the formats change", async () => {
  useNotices.setState({ shown: [] });
  notify({ text: "No longer watched." });
  await readAs({ language: "en", locale: "en-GB" });
  expect(shown()).toEqual(["No longer watched."]);
});
