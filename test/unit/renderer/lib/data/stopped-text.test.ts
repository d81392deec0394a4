import { expect, it } from "vitest";
import { stoppedText } from "../../../../../src/renderer/lib/data/problem-text.js";

const status = {
  state: "stopped",
  path: "/home/robin/data",
  message: "The engine says why.",
  action: "Do this.",
  backup: null,
} as const;

it.each(["damaged", "foreign", "future"] as const)(
  "another database would help one that is %s",
  (problem) => {
    const said = stoppedText({ ...status, problem });
    expect(said.canRestore).toBe(true);
    // What is to be typed at the command line is no help in a window.
    expect(`${said.title} ${said.advice}`).not.toContain("tidemark restore");
  },
);

it.each(["disk-full", "not-writable", "held", "busy"] as const)("%s is not cured by a backup", (problem) => {
  const said = stoppedText({ ...status, problem });
  expect(said.canRestore).toBe(false);
  expect(said.advice).toMatch(/^[A-Z].*\.$/);
});

it("names the place that the problem is about, or speaks of the data folder", () => {
  expect(stoppedText({ ...status, problem: "not-writable" }).advice).toContain(status.path);
  const unknown = stoppedText({ ...status, problem: "not-writable", path: null });
  expect(unknown.advice).toContain("the data folder");
});

it("shows what the engine says where nothing else is known", () => {
  expect(stoppedText({ ...status, problem: "unexpected" })).toEqual({
    title: status.message,
    advice: status.action,
    canRestore: false,
  });
});
