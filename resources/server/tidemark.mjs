#!/usr/bin/env node
// The command line of Tidemark's server package: says what it needs before it loads what an older Node dies of.
const neededNodeApi = 10;

if (Number(process.versions.napi) < neededNodeApi) {
  process.stderr.write(`Tidemark needs Node 22.14 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
await import("../out/main/cli.js");
