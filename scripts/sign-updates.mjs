/**
 * `npm run sign-updates`: signs `dist/latest*.yml` with the key in TIDEMARK_SIGNING_KEY (PEM) and writes each signature
 * to a `.sig` file beside it. `-- --staging N` offers the version to N percent of all computers, `-- --folder DIR`
 * signs the files in another folder, and `-- --new-key` prints a new key pair instead.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArguments } from "./lib/arguments.mjs";
import { ExpectedFailure, log, runMain } from "./lib/log.mjs";
import { completeMetadata, generateSigningKey, signContent } from "./lib/package/update-metadata.mjs";
import { projectRoot } from "./lib/paths.mjs";

await runMain(() => {
  const { values } = parseArguments("npm run sign-updates [-- --staging N --folder DIR | -- --new-key]", {
    "new-key": { type: "boolean" },
    staging: { type: "string" },
    folder: { type: "string", default: join(projectRoot, "dist") },
  });
  if (values["new-key"]) printNewKey();
  else signAll(values.folder, parseStaging(values.staging));
});

function printNewKey() {
  const { privateKey, publicKey } = generateSigningKey();
  log(
    "The private key, for TIDEMARK_SIGNING_KEY when releasing. Keep it secret, because it can sign updates:",
  );
  process.stdout.write(privateKey);
  log("The public key, for TIDEMARK_UPDATE_KEY when building:");
  process.stdout.write(`${publicKey}\n`);
}

/**
 * @param {string} folder
 * @param {number | undefined} staging
 */
function signAll(folder, staging) {
  const files = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
  if (files.length === 0) throw new ExpectedFailure(`No latest*.yml found in ${folder}.`);
  for (const file of files) {
    const path = join(folder, file);
    const content = completeMetadata(readFileSync(path, "utf8"), file, staging);
    const signature = signContent(content, process.env.TIDEMARK_SIGNING_KEY);
    writeFileSync(path, content);
    writeFileSync(`${path}.sig`, signature);
    log(`Signed ${file}${staging === undefined ? "" : `, for ${staging} % of computers`}`);
  }
}

/** @param {string | undefined} text */
function parseStaging(text) {
  if (text === undefined) return undefined;
  const percent = Number(text);
  if (!/^\d+$/.test(text) || percent > 100)
    throw new ExpectedFailure(`--staging needs a whole number from 0 to 100, not ${text}.`);
  return percent;
}
