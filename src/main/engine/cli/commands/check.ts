import { type Command, InvalidArgumentError } from "commander";
import { readPage } from "../../sources/page/check-page.js";
import { fetchPage } from "../../sources/page/fetch-page.js";
import { CommandFailure, printJson } from "../environment.js";
import { version } from "../version.js";

interface CheckOptions {
  readonly allowHost: readonly string[];
}

function parseUrl(text: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text))
    throw new InvalidArgumentError("It is not an http(s) URL.");
  return text;
}

async function check(url: string, { allowHost }: CheckOptions): Promise<void> {
  const outcome = await fetchPage(url, {
    allowedHosts: new Set(allowHost),
    userAgent: `Tidemark/${version} (price check for one person)`,
    language: Intl.DateTimeFormat().resolvedOptions().locale,
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
    .argument("<url>", "address of a product page", parseUrl)
    .description("Fetch a product page and print what it says of its product, as a line of JSON.")
    .option("--allow-host <host...>", "fetch from this host although it is not on the public internet", [])
    .action((url: string, options: CheckOptions) => check(url, options));
}
