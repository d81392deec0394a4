import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { ensureBuilt } from "../support/cli.js";
import { removeFolder, scratchFolder } from "../support/disk.js";

/** electron-updater depends on a YAML parser, which this test borrows. */
const fromUpdater = createRequire(createRequire(import.meta.url).resolve("electron-updater"));
const { load } = fromUpdater("js-yaml") as { load(text: string): unknown };

const projectRoot = resolve(import.meta.dirname, "..", "..");

/** Stands in for the system's root. */
const root = scratchFolder("package").path;
const folder = join(root, "opt/tidemark");

/** Unpacks the package as docs/server.md describes. */
async function installPackage(): Promise<void> {
  const { buildServerPackage } = (await import(
    join(projectRoot, "scripts/lib/package/server-package.mjs")
  )) as {
    buildServerPackage(dist: string): Promise<string>;
  };
  const archive = await buildServerPackage(join(root, "dist"));
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-xzf", archive, "-C", folder, "--strip-components=1"]);
}

/** The unit file's start command, with its folders and its credential file moved into `root`. */
function unitCommand(): string[] {
  const unit = readFileSync(join(folder, "tidemark.service"), "utf8");
  const command = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? "";
  return command
    .replaceAll(/\$\{CREDENTIALS_DIRECTORY\}/g, join(root, "credentials"))
    .replaceAll(/(?<= |^)\/(opt|var)\//g, `${root}/$1/`)
    .split(" ");
}

beforeAll(async () => {
  await ensureBuilt();
  await installPackage();
});
afterAll(() => removeFolder(root));

it("the server package's unit starts an engine, which stops cleanly on SIGTERM", async () => {
  mkdirSync(join(root, "credentials"));
  writeFileSync(join(root, "credentials/secret-key"), Buffer.alloc(32, 7));
  const [program = "", ...args] = unitCommand();
  const child = spawn(program, [...args, "--port", "0"], {
    cwd: root,
    // A systemd unit has a short PATH; the first entry makes `env node` find this Node.
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const { base_url, api_key, data } = JSON.parse(line.toString()) as {
    base_url: string;
    api_key: string;
    data: string;
  };
  expect(data).toBe(join(root, "var/lib/tidemark"));
  expect((await fetch(`${new URL(base_url).origin}/health`)).status).toBe(200);
  // So many that the thread for heavy reads answers.
  const names = Array.from({ length: 30 }, (_, i) => `unknown${i}`);
  const missing = await fetch(`${base_url}/products?ids=${names}`, {
    headers: { authorization: `Bearer ${api_key}` },
  });
  expect(missing.status).toBe(404);
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

// systemd kills a process at a call that its unit does not allow; only a real systemd shows that.
it.each([
  ["SystemCallFilter", "setpriority", "lower the priority of a thread that reads"],
  ["RestrictAddressFamilies", "AF_NETLINK", "list the networks, without which no price is checked"],
])("the unit's %s names %s, to %s", async (setting, value) => {
  const unit = readFileSync("resources/server/tidemark.service", "utf8");
  const values = [...unit.matchAll(new RegExp(`^${setting}=([^~].*)$`, "gm"))].map(([, each]) => each);
  expect(values.join(" ").split(" ")).toContain(value);
});

it("the server package has a database driver for every platform, the window's page, and nothing of Electron", async () => {
  for (const system of ["linux-x64", "linux-arm64", "darwin-arm64", "darwin-x64", "win32-x64"])
    expect(existsSync(join(folder, `node_modules/better-sqlite3/prebuilds/${system}.node`))).toBe(true);
  expect(existsSync(join(folder, "out/main/reader.js"))).toBe(true);
  expect(existsSync(join(folder, "out/renderer/index.html"))).toBe(true);
  expect(existsSync(join(folder, "out/main/index.js"))).toBe(false);
});

const compose = readFileSync("resources/server/compose.yaml", "utf8");

it.each([
  ["as it is", compose, ["tidemark"], undefined],
  [
    "with a browser",
    compose.replaceAll(/^( *)# (?=- --|networks: |browser:$| +[\w-]+: )/gm, "$1"),
    ["browser", "tidemark"],
    { default: {}, browser: { internal: true } },
  ],
])("the server package's Compose file is valid %s", (_how, text, names, networks) => {
  const file = load(text) as { services: Record<string, { command: string[] }>; networks?: object };
  expect(Object.keys(file.services).sort()).toEqual(names);
  expect(file.networks).toEqual(networks);
  const hasBrowser = file.services.tidemark?.command.includes("--browser=ws://browser:9222");
  expect(hasBrowser).toBe(names.includes("browser"));
});

it("the server package has the documents that its README links to, and those that these link to", async () => {
  // A link that leaves `docs` leads to the checkout.
  const linksOf = (file: string) =>
    [...readFileSync(join(folder, file), "utf8").matchAll(/\]\((?!\.\.)([^)#:]+)/g)].map(([, to = ""]) =>
      join(dirname(file), to),
    );
  const linked = linksOf("README.md");
  expect(linked).toContain("docs/channels.md");
  const all = [...linked, ...linked.flatMap(linksOf)];
  expect(all.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
});

it("the server package names the Node version it needs when Node is too old", async () => {
  const old = join(folder, "old.mjs");
  writeFileSync(
    old,
    'Object.defineProperty(process.versions, "napi", { value: "9" });\nawait import("./bin/tidemark.mjs");\n',
  );
  const child = spawn(process.execPath, [old], { stdio: ["ignore", "ignore", "pipe"] });
  const [output] = (await once(child.stderr, "data")) as [Buffer];
  expect(output.toString()).toMatch(/^Tidemark needs Node 22\.14 or newer; this is v\d/);
  expect(await once(child, "exit")).toEqual([1, null]);
});
