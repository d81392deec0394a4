import { expect, it } from "vitest";
import { explainError } from "../../../../src/renderer/lib/explain-error.js";
import { type ErrorCode, errorCodes } from "../../../../src/shared/contract/errors.js";

it.each(errorCodes)("explains %s in a sentence and a next step, without naming the code", (code) => {
  const { title, advice } = explainError({ code, message: "The shop refuses programs.", action: null });
  for (const text of [title, advice]) {
    expect(text).toMatch(/\.$/);
    expect(text).not.toMatch(/ERR_|credit|parameter|openapi|request_id/i);
  }
});

it("gives the advice that comes with an error, such as a full disk", () => {
  const error = {
    code: "ERR_INTERNAL" as ErrorCode,
    message: "The disk is full.",
    action: "Free some space.",
  };
  expect(explainError(error)).toEqual({ title: "The disk is full.", advice: "Free some space." });
});
