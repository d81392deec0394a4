#!/usr/bin/env node
// Starts the command line of the server package. Checks Node first, because loading the rest fails on an older one.
const neededNodeApi = 10;

if (Number(process.versions.napi) < neededNodeApi) {
  process.stderr.write(`Tidemark needs Node 22.14 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
await import("../out/main/cli.js");
