import { expect, test } from "vitest";
import { launchMessage } from "../../../../src/main/launch/launch-options.js";

test("the launch message states the API's address, the data folder and the screenshot option", () => {
  const ready = { state: "ready", baseUrl: "http://127.0.0.1:47115/v1", dataFolder: "/d", pid: 1 } as const;
  expect(launchMessage(ready, "/d")?.split("\n")).toEqual([
    "The API is available at http://127.0.0.1:47115/v1",
    "Data folder: /d",
    "To save a screenshot of the window: --screenshot FILE",
  ]);
});

test("the launch message names no address of an engine that is read-only", () => {
  const ready = { state: "ready", baseUrl: "", dataFolder: "/d", pid: 1, isReadOnly: true } as const;
  expect(launchMessage(ready, "/d")).toContain(
    "The data folder cannot be written, so the data is only shown.\n",
  );
});

test("the launch message states the next step when the engine cannot start", () => {
  const stopped = {
    state: "stopped",
    problem: "damaged",
    path: null,
    message: "It is damaged.",
    action: "Restore it.",
    backup: null,
  } as const;
  expect(launchMessage(stopped, "/d")).toContain("It is damaged. Restore it.\n");
});

test("the launch message is not written while the engine starts", () => {
  expect(launchMessage({ state: "starting" }, "/d")).toBeNull();
});
