/** Wherever a thread asks for the prebuilt SQLite driver, it gets the one compiled for the stand-in runtime. */
const { readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");

const prebuilt = /[\\/]better-sqlite3[\\/]prebuilds[\\/][^\\/]+\.node$/;
const { dlopen } = process;

process.dlopen = (module, file, ...flags) =>
  dlopen.call(process, module, prebuilt.test(file) ? compiled(file) : file, ...flags);

/** @param {string} file the prebuilt driver */
function compiled(file) {
  const { version } = JSON.parse(readFileSync(resolve(file, "../../package.json"), "utf8"));
  return join(__dirname, "..", "..", `better-sqlite3-${version}.node`);
}
