import { afterEach, expect, it } from "vitest";
import { explainError, skippedReason } from "../../../../src/renderer/lib/explain-error.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import { fileProblem } from "../../../../src/shared/app/lists.js";
import { type ErrorCode, errorCodes } from "../../../../src/shared/contract/errors.js";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";

afterEach(() => speakTo({ language: "en", locale: "en-US" }, en));

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

it("says in the reader's language why a file, or a part of it, is left out", () => {
  const error = { code: "ERR_INVALID_PARAMS" as ErrorCode, message: "The file is unreadable.", action: null };
  const sayAll = () => fileProblem.options.map((problem) => skippedReason({ problem, detail: "12." }));
  const english = sayAll();
  speakTo({ language: "de", locale: "de-DE" }, de);
  expect(sayAll().filter((sentence, i) => sentence === english[i])).toEqual([]);
  for (const sentence of [...english, ...sayAll()]) expect(sentence).toMatch(/[.“]\.?$/);
  expect(explainError({ ...error, file: { problem: "pdf", detail: "", line: null } })).toMatchObject({
    title: expect.stringContaining("Das ist ein PDF."),
    advice: "Eine andere Datei wählen.",
  });
  const file = { problem: "bad date", detail: "", line: 1_200 } as const;
  expect(explainError({ ...error, file }).title).toMatch(/Zeile 1\.200: Das Datum/);
});
