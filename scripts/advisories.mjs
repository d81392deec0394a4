/**
 * `npm run advisories`: what the registry knows against the packages that a release holds. Ends with 1 when there is
 * something, and with 2 when it could not be asked.
 */
import { runNpm } from "./lib/npm.mjs";
import { runMain, say } from "./lib/say.mjs";
import { shippedPackages } from "./lib/shipped-packages.mjs";

await runMain(async () => {
  const shipped = shippedPackages();
  const { output } = await runNpm(["audit", "--json"]);
  const report = reportIn(output);
  if (report === undefined) {
    say(`The registry cannot be asked from here what is known of the ${shipped.size} packages of a release.`);
    return 2;
  }
  const names = new Set([...shipped].map((each) => each.slice(0, each.lastIndexOf("@"))));
  const found = Object.entries(report).filter(([name]) => names.has(name));
  for (const [name, { severity, range }] of found) say(`${name} ${range}: ${severity}`);
  say(`${found.length} of the ${shipped.size} packages of a release have a known weakness.`);
  return found.length === 0 ? 0 : 1;
});

/**
 * @param {string} output
 * @returns {Record<string, { severity: string, range: string }> | undefined}
 */
function reportIn(output) {
  try {
    return JSON.parse(output.slice(output.indexOf("{"))).vulnerabilities;
  } catch {
    return undefined;
  }
}
