import { expect, it, vi } from "vitest";
import { createKey } from "../../../../../src/main/engine/operations/account/keys.js";
import { actingContext } from "../../../../support/acting-context.js";
import { openTestStore } from "../../../../support/folder.js";

it("a person's key waits for the disk, the one of a run does not", () => {
  const context = actingContext(openTestStore(), () => 0);
  const exec = vi.spyOn(context.db.connection, "exec");
  createKey(context, context.accountId, { name: "this run", isEphemeral: true });
  expect(exec).not.toHaveBeenCalled();
  createKey(context, context.accountId, { name: "a program" });
  expect(exec).toHaveBeenCalledWith("PRAGMA synchronous = FULL");
});
