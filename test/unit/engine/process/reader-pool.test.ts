import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTextReaders, ReaderPool } from "../../../../src/main/engine/process/reader-pool.js";
import { shownPage } from "../../../../src/main/engine/sources/page/fetch-outcome.js";
import { MINUTE_MS } from "../../../../src/shared/time.js";
import { scratchFolder } from "../../../support/disk.js";
import { until } from "../../../support/until.js";

/** Long enough for a thread. */
const longHtml = "<p>".repeat(20_000);

/**
 * Notes the address of each page, and answers with the number of its thread. An address may make it fail, hang, fill the
 * memory or end the thread; one with "once" does so only the first time.
 */
const program = `
  import { appendFileSync, readFileSync } from "node:fs";
  import { threadId, workerData } from "node:worker_threads";
  const notes = workerData + "/notes";
  const deaths = {
    exit: () => process.exit(3),
    throw: () => queueMicrotask(() => { throw new Error("out of luck"); }),
    fill: () => { for (const lists = []; ; ) lists.push(Array.from({ length: 1e4 }, () => ({}))); },
    hang: () => { for (;;); },
  };
  export async function run({ args: [first, second] }) {
    const url = second ?? first.url;
    appendFileSync(notes, url + "\\n");
    if (url === "fail") {
      const fields = { code: "ERR_PRODUCT_NOT_FOUND", action: "Check it." };
      return { ok: false, failure: { isContract: true, message: "no such", stack: "", fields } };
    }
    const [kind, when] = url.split(" ");
    const isRepeated = readFileSync(notes, "utf8").split("\\n").filter((each) => each === url).length > 1;
    if (kind in deaths && !(when === "once" && isRepeated)) {
      deaths[kind]();
      await new Promise(() => undefined);
    }
    return { ok: true, value: threadId };
  }`;

describe("the readers' threads", () => {
  let folder: ReturnType<typeof scratchFolder>;
  let pool: ReaderPool;
  const logged: string[] = [];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    folder = scratchFolder("reader-pool");
    logged.length = 0;
    const file = join(folder.path, "program.mjs");
    writeFileSync(file, program);
    const log = {
      info: () => undefined,
      error: (_message: string, error: unknown) => void logged.push(String(error)),
    };
    pool = new ReaderPool({ program: file, dataFolder: folder.path, log, maxHeapMb: 32 });
  });
  afterEach(async () => {
    await pool.stop();
    vi.useRealTimers();
    folder.remove();
  });

  const read = (line: "owner" | "texts" | number, url: string): Promise<unknown> =>
    pool.run(line, { kind: "readLinks", args: ["", url] });
  const notes = () => {
    const file = join(folder.path, "notes");
    return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  };

  it("answers all of a line on one thread", async () => {
    const answers = await Promise.all(["a", "b", "c"].map((url) => read(1, url)));
    expect(new Set(answers).size).toBe(1);
    expect(notes()).toEqual(["a", "b", "c"]);
  });

  it("ends a thread after an idle minute, and starts another with the next read", async () => {
    const first = await read(1, "a");
    vi.advanceTimersByTime(MINUTE_MS - 1);
    expect(await read("owner", "b")).toBe(first);
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await read(1, "c")).not.toBe(first);
  });

  it("lets neither the owner, nor texts, nor another account wait for an account's read", async () => {
    const own = Promise.allSettled([read(1, "hang"), read(1, "a"), read(1, "b")]);
    await until(() => notes().includes("hang"));
    await Promise.all([read("owner", "c"), read("texts", "d"), read(2, "e")]);
    expect(pool.waiting(1)).toBe(2);
    await pool.stop();
    expect(new Set((await own).map(({ status }) => status))).toEqual(new Set(["rejected"]));
    expect(logged).toEqual([]);
  });

  it.each([
    ["exit once", "Error: worker exited with code: 3"],
    ["throw once", "Error: out of luck"],
  ])("repeats a read whose thread has died (%s), and logs the cause", async (url, cause) => {
    const [answer, other] = await Promise.all([read(1, url), read(1, "a")]);
    expect(answer).toBe(other);
    expect(notes()).toEqual([url, url, "a"]);
    expect(logged).toEqual([cause]);
  });

  it("fails a read whose thread has died twice with the cause, and goes on", async () => {
    const died = read(1, "exit");
    const next = read(1, "a");
    await expect(died).rejects.toMatchObject({ cause: { message: "worker exited with code: 3" } });
    await next;
    expect(notes()).toEqual(["exit", "exit", "a"]);
    expect(logged).toHaveLength(2);
  });

  it("ends a thread that takes more than a minute, says so to its caller, and goes on", async () => {
    const stuck = read(1, "hang");
    const next = read(1, "a");
    await until(() => notes().includes("hang"));
    vi.advanceTimersByTime(MINUTE_MS);
    await expect(stuck).rejects.toMatchObject({ code: "ERR_INVALID_PARAMS", message: /more than a minute/ });
    expect(logged).toEqual(["ContractError: Reading this takes more than a minute."]);
    await next;
    expect(notes()).toEqual(["hang", "a"]);
  });

  it("ends a thread that takes too much memory, says so to its caller, and goes on without repeating it", async () => {
    const full = read("texts", "fill");
    const next = read("texts", "a");
    await expect(full).rejects.toMatchObject({ code: "ERR_INVALID_PARAMS", message: /too much memory/ });
    expect(logged).toEqual(["ContractError: Reading this takes too much memory."]);
    await next;
    expect(notes()).toEqual(["fill", "a"]);
  });

  it.each([
    ["fill", "The page is too complex. Reading this takes too much memory."],
    ["hang", "The page is too complex. Reading this takes more than a minute."],
  ])("fails a page that takes too much (%s) alone and with its reason", async (url, detail) => {
    const { pageReader } = createTextReaders(pool, pool);
    const readPage = (address: string) =>
      pageReader.readPage({ url: address, outcome: shownPage(address, longHtml) });
    const [died, next] = [readPage(url), readPage("a")];
    await until(() => notes().includes(url));
    if (url === "hang") vi.advanceTimersByTime(MINUTE_MS);
    expect(await died).toEqual({ kind: "failed", outcome: "too large", detail });
    expect(await next).toEqual(expect.any(Number));
  });

  it("reads a short page where one runs already, which has loaded what reads pages", async () => {
    const { pageReader } = createTextReaders(pool, pool);
    const url = "https://shop.example/p/lamp";
    const readShort = () => pageReader.readPage({ url, outcome: shownPage(url, "<p>Lamp") });
    expect(await readShort()).toMatchObject({ kind: "read" });
    const thread = await read("texts", "a");
    expect(await readShort()).toBe(thread);
  });

  it("passes on the operation's own errors, and keeps the thread", async () => {
    const first = await read(1, "a");
    await expect(read(1, "fail")).rejects.toMatchObject({
      name: "ContractError",
      code: "ERR_PRODUCT_NOT_FOUND",
      message: "no such",
      action: "Check it.",
    });
    expect(await read(1, "b")).toBe(first);
    expect(logged).toEqual([]);
  });
});
