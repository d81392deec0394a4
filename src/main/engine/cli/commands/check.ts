import type { Command } from "commander";
import { collect, parsePageUrl } from "../arguments.js";
import { CommandError, printJson, version } from "../environment.js";

export const needsWindow =
  "If scripts add it, only the Tidemark app can read it, or a server started with --browser.";

function describeFailure(url: string, { outcome, detail }: { outcome: string; detail: string }): string {
  if (outcome !== "refused address" || detail.includes("redirects")) return detail;
  const { host } = new URL(url);
  return `${host} is not on the public internet. If you trust it, repeat the command with --allow-host ${host}.`;
}

async function checkCommand(
  url: string,
  { allowHost }: { readonly allowHost: readonly string[] },
): Promise<void> {
  // Imported on demand, so that other commands start without the HTML parser.
  const { fetchPage } = await import("../../sources/page/fetch-page.js");
  const { readPage } = await import("../../sources/page/read-page.js");
  const { pageLanguage, pageUserAgent } = await import("../../sources/page/renderer.js");
  const outcome = await fetchPage(url, {
    allowedHosts: new Set(allowHost),
    userAgent: pageUserAgent(version),
    language: pageLanguage(),
  });
  const reading = readPage({ url, outcome });
  if (reading.kind === "failed") throw new CommandError(describeFailure(url, reading));
  // The request is unconditional, so a 304 makes no sense.
  if (reading.kind === "unchanged") throw new CommandError("The shop sent no page.");
  const { extraction } = reading;
  const reason = extraction.status === "nothing" ? `${extraction.reason} ${needsWindow}` : extraction.reason;
  printJson({ ...extraction, reason });
}

export function addCheckCommand(program: Command): void {
  program
    .command("check")
    .argument("<url>", "URL of a product page", parsePageUrl)
    .description("Fetch a product page and print its product data as one line of JSON.")
    .option(
      "--allow-host <host>",
      "allow this host although it is not on the public internet; can be repeated",
      collect,
      [],
    )
    .action(checkCommand);
}
