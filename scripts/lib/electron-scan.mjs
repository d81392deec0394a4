/**
 * Scans a folder for violations of Electron's security guidelines and prints the findings as JSON. Runs in a separate
 * process, because the scanner requests translations from the network and crashes without them.
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
  // Requests the latest Electron version from the network.
  excludeFromScan: ["availablesecurityfixesglobalcheck"],
  isRelative: true,
});
process.stdout.write(JSON.stringify({ issues, errors }), () => process.exit(0));
