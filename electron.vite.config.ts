import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type UserConfig } from "electron-vite";
import { mergeConfig, type Plugin } from "vite";
import { compressedText } from "./scripts/lib/compressed-text.js";
import { savedOperations } from "./src/shared/app/device-access.js";

/**
 * The oldest runtime that has to work is Electron 33 (Node 20.18, Chrome 130): the stand-in runtime of machines
 * that cannot reach Electron's own downloads.
 */
const nodeTarget = "node20.18";
const chromeTarget = "chrome130";

/**
 * As modules, those of Node are read with all they export, which is a whole HTTP client in `node:http`: a fifth of the
 * engine's start. Asked for as built-ins, they give what is named and no more.
 */
const leanBuiltins: Plugin = {
  name: "lean-builtins",
  renderChunk: (code) =>
    code.replace(
      /^import (?:\* as )?(\w+|\{[^}]*\}) from "(node:[\w/]+)";$/gm,
      (_line, names: string, module: string) =>
        `const ${names.replaceAll(" as ", ": ")} = globalThis.process.getBuiltinModule("${module}");`,
    ),
};

/**
 * V8 keeps a script as one byte a character where all of them are ASCII, and as two where a single one is not. Outside of
 * literals there is nothing but ASCII, and in them an escape means the same.
 */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, escaped);
  },
};

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/**
 * What more than one view uses is read with the window, in one piece: a dozen small files take longer than one. The
 * views and the chart library come when they are gone to.
 */
function isOfWindow(id: string): boolean {
  if (/node_modules[\\/]/.test(id))
    return !/node_modules[\\/](chart\.js|chartjs-plugin-annotation|@kurkle)[\\/]/.test(id);
  return /src[\\/](shared[\\/](?!texts[\\/]de)|renderer[\\/](?!web[\\/]|features[\\/](?!watch|lookup)))/.test(
    id,
  );
}

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** Gives the service worker the names of the built files, and with them a version of its own. */
const knownShell: Plugin = {
  name: "known-shell",
  generateBundle: {
    order: "post",
    handler(_options, bundle) {
      const worker = bundle["service-worker.js"];
      if (worker?.type !== "chunk") return this.error("The service worker was not built.");
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const version = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
      worker.code = worker.code
        .replaceAll("SHELL_FILES", JSON.stringify(files.map((name) => `/${name}`)))
        .replaceAll("SHELL_VERSION", JSON.stringify(version))
        .replaceAll("SAVED_OPERATIONS", JSON.stringify(savedOperations));
    },
  },
};

const zod = /node_modules[\\/]zod[\\/]/;

/** Fails if a module is loaded together with some that take long to load, or with such code. */
function startWithout(start: RegExp, slow: RegExp, advice: string, slowCode = /(?!)/): Plugin {
  return {
    name: "start-without",
    generateBundle(_options, bundle) {
      const isChunk = (file: (typeof bundle)[string] | undefined) => file?.type === "chunk";
      const chunks = Object.values(bundle).filter(isChunk);
      const loaded = new Set(chunks.filter(({ moduleIds }) => moduleIds.some((id) => start.test(id))));
      // The set grows while it is walked.
      for (const { imports } of loaded)
        for (const file of imports.map((name) => bundle[name]).filter(isChunk)) loaded.add(file);
      for (const { fileName, moduleIds, modules } of loaded) {
        const found = moduleIds.find((id) => slow.test(id) || slowCode.test(modules[id]?.code ?? ""));
        if (found !== undefined) this.error(`${fileName} contains ${found}. ${advice}`);
      }
    },
  };
}

const avoidSchemas = "Import values from modules of src/shared that have no schemas.";
/** Schemas are for the processes that receive data: the page would take a tenth longer to load. */
const pageWithoutSchemas = startWithout(/./, zod, avoidSchemas);
/** A command that needs no schemas would take a third longer with them. */
const keysWithoutSchemas = startWithout(/engine[\\/]cli[\\/]commands[\\/]keys\.ts$/, zod, avoidSchemas);

/**
 * The extraction comes with the first page, the owner's operations with the first of them, the formats of a language with
 * the first text.
 */
const engineWithoutFirstUses = startWithout(
  /engine[\\/](entry|cli[\\/]commands[\\/]serve)\.ts$/,
  /node_modules[\\/](htmlparser2|tough-cookie|html-encoding-sniffer|image-size|zod-openapi)[\\/]|engine[\\/]extract[\\/](amounts[\\/]money|text[\\/]amount-words)\.ts$|shared[\\/]app[\\/]operations\.ts$/,
  "Import the module, or create the format, where it is used.",
  /^(?:var|let|const) \w+ = [^\n]*\bIntl\./m,
);

/** What the program imports before it has turned on Node's compile cache is compiled at each start. */
const programWithCache = startWithout(
  /engine[\\/]cli[\\/]start\.ts$/,
  /src[\\/](?!main[\\/]engine[\\/](cli[\\/]start|process[\\/]private-files)\.ts$)/,
  "Import it once the cache is on.",
);

/** Main passes calls on to the engine, which has the schemas and the database. */
const windowWithoutEngine = startWithout(
  /src[\\/]main[\\/]index\.ts$/,
  /src[\\/](shared[\\/](app|contract)[\\/]operations\.ts$|main[\\/]engine[\\/])/,
  "Import names of operations from device-access.ts.",
);

/** Most pages are fetched without a redirect that sets a cookie. */
const fetchWithoutCookies = startWithout(
  /sources[\\/]page[\\/]fetch-page\.ts$/,
  /node_modules[\\/](tough-cookie|tldts)[\\/]/,
  "Import cookies with the first of them.",
);

/** What all processes load. It has no schemas; `keysWithoutSchemas` sees to that. */
function isShared(id: string): boolean {
  return /src\/shared\/((contract|app)\/(limits|errors|device-access|exchange-rates)\.|texts\/(en\/reasons|(?!alert-words)[^/]+)\.ts$|(?!app|calls|contract|data|engine-process|ipc|recipe|styles|texts|updates))/.test(
    id.replaceAll("\\", "/"),
  );
}

/** What most commands load. It has no schemas, either. */
function isCommon(id: string): boolean {
  const path = id.replaceAll("\\", "/");
  return (
    /engine\/(db\/(?!pages\/recipe\.)|domain\/|operations\/account\/|process\/(folder-lock|open-to-read|log)\.)/.test(
      path,
    ) || /engine\/operations\/request\/(contract-error|caller|secret-box)\./.test(path)
  );
}

/** In few pieces, because a hundred small files take longer to load. */
const startingPieces = [
  // What the engine needs of the extraction; the rest comes with the first page.
  { name: "page-terms", test: /engine[\\/]extract[\\/](blocks|amounts[\\/]currency|text[\\/]words)\.ts$/ },
  { name: "shared", test: isShared },
  { name: "common", test: isCommon },
  { name: "schemas", test: /node_modules[\\/]zod[\\/]|shared[\\/](app[\\/]primitives\.ts$|recipe[\\/])/ },
  { name: "contract", test: /src[\\/]shared[\\/]contract[\\/]/ },
];

/** Everything that runs on plain Node: main, the engine, and the tools that a checkout builds beside them. */
export const nodeBuild = {
  plugins: [compressedText, leanBuiltins, asciiOnly],
  build: {
    target: nodeTarget,
    // What package.json calls a dependency is shipped as a package; all else is bundled, so that the command line and
    // the engine start by reading a few files instead of hundreds.
    externalizeDeps: true,
    rollupOptions: {
      // Shorter to read at each start; names stay, as the log tells them.
      output: {
        minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
        advancedChunks: { groups: startingPieces },
      },
    },
  },
} satisfies UserConfig["main"];

export default defineConfig({
  main: mergeConfig(nodeBuild, {
    plugins: [
      keysWithoutSchemas,
      programWithCache,
      engineWithoutFirstUses,
      windowWithoutEngine,
      fetchWithoutCookies,
    ],
    build: {
      rollupOptions: {
        input: {
          index: resolve("src/main/index.ts"),
          engine: resolve("src/main/engine/entry.ts"),
          reader: resolve("src/main/engine/process/reader.ts"),
          cli: resolve("src/main/engine/cli/start.ts"),
        },
      },
    },
  }),
  preload: {
    build: {
      target: nodeTarget,
      // A sandboxed preload is one CommonJS file; it cannot load packages.
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve("src/preload/index.ts") },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    build: {
      target: chromeTarget,
      minify: true,
      // One style sheet: a view's own is a few lines, and one that came later could turn the order round.
      cssCodeSplit: false,
      rollupOptions: {
        input: {
          index: resolve("src/renderer/index.html"),
          "service-worker": resolve("src/renderer/web/service-worker.ts"),
        },
        output: {
          // Its address decides what it may answer, so it is at the top.
          entryFileNames: ({ name }) => (name === "service-worker" ? "[name].js" : "assets/[name]-[hash].js"),
          advancedChunks: { groups: [{ name: "window", test: isOfWindow }] },
        },
      },
    },
    define: { "import.meta.env.TIDEMARK_VERSION": JSON.stringify(version) },
    plugins: [react(), asciiOnly, pageWithoutSchemas, knownShell],
  },
});
