import type { Command } from "commander";
import { CommandFailure, printJson } from "../environment.js";
import { parsePageUrl } from "../page-url.js";
import { version } from "../version.js";

interface CheckOptions {
  readonly allowHost: readonly string[];
}

async function check(url: string, { allowHost }: CheckOptions): Promise<void> {
  // Loaded when asked for: every other command starts without the HTML parser.
  const { fetchPage } = await import("../../sources/page/fetch-page.js");
  const { readPage } = await import("../../sources/page/check-page.js");
  const { pageLanguage, pageUserAgent } = await import("../../sources/page/visitor-name.js");
  const outcome = await fetchPage(url, {
    allowedHosts: new Set(allowHost),
    userAgent: pageUserAgent(version),
    language: pageLanguage(),
  });
  const reading = readPage(url, outcome);
  if (reading.kind === "failed") throw new CommandFailure(reading.detail);
  // Nothing was sent that a shop could call unchanged.
  if (reading.kind === "unchanged") throw new CommandFailure("The shop sent no page.");
  printJson(reading.extraction);
}

export function addCheck(program: Command): void {
  program
    .command("check")
    .argument("<url>", "address of a product page", parsePageUrl)
    .description("Fetch a product page and print what it says of its product, as a line of JSON.")
    .option(
      "--allow-host <host>",
      "fetch from this host although it is not on the public internet; may be repeated",
      // One a time: an option that takes several would take the address, too.
      (host: string, before: readonly string[]) => [...before, host],
      [],
    )
    .action((url: string, options: CheckOptions) => check(url, options));
}
