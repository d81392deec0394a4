/**
 * `npm run advisories`: lists known vulnerabilities of the packages in a release. Exits with 1 if there are any, and
 * with 2 if the registry could not be queried.
 */
import { log, runMain } from "./lib/log.mjs";
import { runNpm } from "./lib/npm.mjs";
import { shippedPackages } from "./lib/shipped-packages.mjs";

await runMain(async () => {
  const shipped = shippedPackages();
  const { output } = await runNpm(["audit", "--json"]);
  const report = parseReport(output);
  if (report === undefined) {
    log(`The registry could not be queried for advisories on the ${shipped.size} packages in a release.`);
    return 2;
  }
  const names = new Set([...shipped].map((each) => each.slice(0, each.lastIndexOf("@"))));
  const vulnerable = Object.entries(report).filter(([name]) => names.has(name));
  for (const [name, { severity, range }] of vulnerable) log(`${name} ${range}: ${severity}`);
  log(`${vulnerable.length} of the ${shipped.size} packages in a release have known vulnerabilities.`);
  return vulnerable.length === 0 ? 0 : 1;
});

/**
 * @param {string} output
 * @returns {Record<string, { severity: string, range: string }> | undefined}
 */
function parseReport(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{"))).vulnerabilities;
  } catch {
    return undefined;
  }
}
