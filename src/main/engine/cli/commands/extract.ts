import { readFile } from "node:fs/promises";
import { buffer as readStream } from "node:stream/consumers";
import type { Command } from "commander";
import { z } from "zod";
import { parseJson } from "../../../../shared/parse-json.js";
import type { extract } from "../../extract/extract.js";
import type { Extraction } from "../../extract/extraction.js";
import { fileLines } from "../../sources/file-lines.js";
import { decodePage } from "../../sources/page/charset.js";
import { parsePageUrl } from "../arguments.js";
import { CommandError, printJson, toReason } from "../environment.js";
import { standardStream } from "../input.js";

type Extract = typeof extract;

interface ExtractOptions {
  readonly url?: string;
  readonly batch?: string;
}

const batchLine = z.object({ url: z.url({ protocol: /^https?$/ }), file: z.string().min(1) });

async function readPage(file: string): Promise<string> {
  try {
    return decodePage(await readFile(file), undefined);
  } catch {
    throw new CommandError(`The file ${file} cannot be read.`);
  }
}

/** Prints one result line for each line of the list, in order. Throws at the end if any could not be read. */
async function extractBatch(listFile: string, extract: Extract): Promise<void> {
  let lineNumber = 0;
  let results = 0;
  let failures = 0;
  for await (const line of fileLines(listFile === standardStream ? process.stdin : listFile)) {
    lineNumber++;
    if (line?.trim() === "") continue;
    const result = await extractLine(line, lineNumber, extract);
    results++;
    if (result.status === "failed") failures++;
    printJson(result);
  }
  if (failures > 0) throw new CommandError(`${failures} of ${results} lines could not be read.`);
}

interface FailedLine {
  readonly url: string | null;
  readonly status: "failed";
  readonly reason: string;
}

async function extractLine(
  line: string | null,
  lineNumber: number,
  extract: Extract,
): Promise<Extraction | FailedLine> {
  const parsed = batchLine.safeParse(line === null ? null : parseJson(line));
  if (!parsed.success)
    return {
      url: null,
      status: "failed",
      reason: `Line ${lineNumber} does not have the form {"url":"https://…","file":"…"}.`,
    };
  const { url, file } = parsed.data;
  try {
    return extract({ url, html: await readPage(file) });
  } catch (error) {
    return { url, status: "failed", reason: toReason(error) };
  }
}

async function extractCommand(
  file: string | undefined,
  options: ExtractOptions,
  command: Command,
): Promise<void> {
  // Imported on demand, so that other commands start without the HTML parser.
  const { extract } = await import("../../extract/extract.js");
  if (options.batch !== undefined) {
    await extractBatch(options.batch, extract);
    return;
  }
  if (options.url === undefined) command.error("error: required option '--url <url>' not specified");
  const isInput = file === undefined || file === standardStream;
  const html = isInput ? decodePage(await readStream(process.stdin), undefined) : await readPage(file);
  printJson(extract({ url: options.url ?? "", html }));
}

export function addExtractCommand(program: Command): void {
  program
    .command("extract")
    .argument("[file]", "saved product page (default: stdin)")
    .description("Print the product data of a saved page as one line of JSON.")
    .option("--url <url>", "URL of the page", parsePageUrl)
    .option("--batch <list>", 'JSON Lines of {"url","file"}; prints one result line for each')
    .action(extractCommand);
}
