/**
 * `npm run sign-updates`: signs `dist/latest*.yml` with the key in TIDEMARK_SIGNING_KEY (PEM), each into a `.sig` beside
 * it. `-- --staging N` offers the version to N percent of the computers, `-- --folder DIR` looks elsewhere than in
 * `dist`, and `-- --new-key` prints a fresh pair of keys instead.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { completeMetadata, newSigningKey, signatureOf } from "./lib/package/update-metadata.mjs";
import { projectRoot } from "./lib/paths.mjs";
import { ExpectedFailure, runMain, say } from "./lib/say.mjs";

await runMain(() => {
  const { values } = parseArgs({
    options: {
      "new-key": { type: "boolean" },
      staging: { type: "string" },
      folder: { type: "string", default: join(projectRoot, "dist") },
    },
  });
  if (values["new-key"]) printNewKey();
  else signAll(values.folder, stagingOf(values.staging));
});

function printNewKey() {
  const { privateKey, publicKey } = newSigningKey();
  say("The private key, for TIDEMARK_SIGNING_KEY of the release alone; whoever has it can publish updates:");
  process.stdout.write(privateKey);
  say("The public key, for TIDEMARK_UPDATE_KEY of each build:");
  process.stdout.write(`${publicKey}\n`);
}

/**
 * @param {string} folder
 * @param {number | undefined} staging
 */
function signAll(folder, staging) {
  const files = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name));
  if (files.length === 0) throw new ExpectedFailure(`There is no latest*.yml in ${folder}.`);
  for (const file of files) {
    const path = join(folder, file);
    const content = completeMetadata(readFileSync(path, "utf8"), file, staging);
    const signature = signatureOf(content, process.env.TIDEMARK_SIGNING_KEY);
    writeFileSync(path, content);
    writeFileSync(`${path}.sig`, signature);
    say(`Signed ${file}${staging === undefined ? "" : `, for ${staging} % of the computers`}`);
  }
}

/** @param {string | undefined} text */
function stagingOf(text) {
  if (text === undefined) return undefined;
  const percent = Number(text);
  if (!/^\d+$/.test(text) || percent > 100)
    throw new ExpectedFailure(`--staging needs a whole number from 0 to 100, not ${text}.`);
  return percent;
}
