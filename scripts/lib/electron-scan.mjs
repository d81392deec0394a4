/**
 * Runs a scanner for what Electron's security guide warns of over a folder and prints its findings as JSON. A process of
 * its own: the scanner asks the network for translations and fails of that some time later.
 */
import { createRequire } from "node:module";
import { inModules } from "./paths.mjs";

process.on("uncaughtException", () => {});
process.on("unhandledRejection", () => {});

const scan = createRequire(import.meta.url)(inModules("@doyensec", "electronegativity", "dist", "runner.js"));
const [folder, electronVersion] = process.argv.slice(2);
const { issues, errors } = await scan({
  input: folder,
  electronVersionOverride: electronVersion,
  // Asks the network which Electron is the newest.
  excludeFromScan: ["availablesecurityfixesglobalcheck"],
  isRelative: true,
});
process.stdout.write(JSON.stringify({ issues, errors }), () => process.exit(0));
