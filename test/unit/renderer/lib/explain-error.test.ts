import { afterEach, expect, it } from "vitest";
import { explainError, skippedReason } from "../../../../src/renderer/lib/explain-error.js";
import { speakTo } from "../../../../src/renderer/lib/texts.js";
import { fileProblem } from "../../../../src/shared/app/lists.js";
import { type ErrorCode, errorCodes } from "../../../../src/shared/contract/errors.js";
import * as de from "../../../../src/shared/texts/de/index.js";
import * as en from "../../../../src/shared/texts/en/index.js";
import { type RefusalKind, refusalText } from "../../../../src/shared/texts/refusal.js";

afterEach(() => speakTo({ language: "en", locale: "en-US" }, en));

it.each(errorCodes)("explains %s in a sentence and a next step, without naming the code", (code) => {
  const { title, advice } = explainError({ code, message: "The shop refuses programs.", action: null });
  for (const text of [title, advice]) {
    expect(text).toMatch(/\.$/);
    expect(text).not.toMatch(/ERR_|credit|parameter|openapi|request_id/i);
  }
});

it("says in German what is wrong with the disk", () => {
  speakTo({ language: "de", locale: "de-DE" }, de);
  const error = {
    code: "ERR_INTERNAL",
    message: "The disk is full.",
    action: "Free up some space.",
  } as const;
  expect(explainError({ ...error, reason: { storage: "disk-full" } })).toEqual({
    title: "Der Datenträger ist voll.",
    advice: expect.stringContaining("Datenordner"),
  });
});

const kinds = Object.keys(en.refusals) as RefusalKind[];

it.each(kinds)("says in German why the engine refuses: %s", (kind) => {
  const reason = { kind, values: ["network", "example", 3] };
  const english = refusalText(reason, en.refusals);
  speakTo({ language: "de", locale: "de-DE" }, de);
  const error = { code: "ERR_INVALID_PARAMS", message: english.title, action: english.advice } as const;
  const { title, advice } = explainError({ ...error, reason });
  expect(title).not.toBe(english.title);
  expect(advice).not.toBe(english.advice);
  for (const text of [title, advice]) {
    expect(text).toMatch(/[.….]$/);
    expect(text).not.toMatch(/\b(?:the|is|of)\b/i);
  }
});

it.each(["pageUnread", "serviceNotSaved", "historyNotFetched"] as const)(
  "says in German what failed, without the engine's detail: %s",
  (kind) => {
    speakTo({ language: "de", locale: "de-DE" }, de);
    const { title } = refusalText({ kind, values: ["network", "The shop is down."] }, de.refusals);
    expect(title).not.toContain("The shop is down.");
  },
);

/** Without a reason, as the owner's calls never need a key, credits or a turn. */
const unexplained = [
  "ERR_INTERNAL",
  "ERR_OVERLOADED",
  "ERR_METHOD_NOT_ALLOWED",
  "ENGINE_AWAY",
  "ENGINE_STOPPED",
] as const;

it.each([...unexplained, "ERR_PRODUCT_NOT_FOUND", "ERR_ENDPOINT_NOT_FOUND"] as const)(
  "says %s in German, too",
  (code) => {
    speakTo({ language: "de", locale: "de-DE" }, de);
    const { title, advice } = explainError({ code, message: "The engine's sentence.", action: "Its step." });
    expect(Object.values<unknown>(de.errors)).toEqual(expect.arrayContaining([title, advice]));
  },
);

it("shows the engine's sentence for a refusal that this window does not know", () => {
  const reason = { kind: "newer" as RefusalKind, values: [] };
  const error = { code: "ERR_INVALID_PARAMS", message: "Not today.", action: "Wait.", reason } as const;
  expect(explainError(error)).toEqual({ title: "Not today.", advice: "Wait." });
});

it("says in the reader's language why a file, or a part of it, is left out", () => {
  const error = { code: "ERR_INVALID_PARAMS" as ErrorCode, message: "The file is unreadable.", action: null };
  const sayAll = () => fileProblem.options.map((problem) => skippedReason({ problem, detail: "12." }));
  const english = sayAll();
  speakTo({ language: "de", locale: "de-DE" }, de);
  expect(sayAll().filter((sentence, i) => sentence === english[i])).toEqual([]);
  for (const sentence of [...english, ...sayAll()]) expect(sentence).toMatch(/[.“]\.?$/);
  expect(explainError({ ...error, reason: { problem: "pdf", detail: "", line: null } })).toMatchObject({
    title: expect.stringContaining("Das ist ein PDF."),
    advice: "Eine andere Datei wählen.",
  });
  const reason = { problem: "bad date", detail: "", line: 1_200 } as const;
  expect(explainError({ ...error, reason }).title).toMatch(/Zeile 1\.200: Das Datum/);
});
