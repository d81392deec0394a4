import { expect, it } from "vitest";
import { stoppedText } from "../../../../../src/renderer/lib/data/stopped-text.js";

const status = {
  state: "stopped",
  message: "The engine says why.",
  action: "Do this.",
  backup: null,
} as const;

it.each(["damaged", "foreign", "future"] as const)(
  "another database would help one that is %s",
  (problem) => {
    const said = stoppedText({ ...status, problem });
    expect(said).toMatchObject({ canRestore: true, detail: status.message });
    // What is to be typed at the command line is no help in a window.
    expect(`${said.title} ${said.advice}`).not.toContain("tidemark restore");
  },
);

it.each(["disk-full", "not-writable", "held", "busy"] as const)("%s is not cured by a backup", (problem) => {
  expect(stoppedText({ ...status, problem })).toMatchObject({ canRestore: false, detail: status.message });
});

it("shows what the engine says where nothing else is known", () => {
  expect(stoppedText({ ...status, problem: "unexpected" })).toEqual({
    title: status.message,
    advice: status.action,
    detail: null,
    canRestore: false,
  });
});
