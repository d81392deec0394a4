import { type ExecFileOptions, execFile, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findFreePort } from "../support/network.js";
import { type ShopProduct, type ShopSite, startShopSite } from "../support/shop-site.js";
import { until } from "../support/until.js";

const execFileAsync = promisify(execFile);
const tools = ["buildah", "podman", "runc", "mmdebstrap"];
const missing = tools.filter((tool) => spawnSync(tool, ["--version"]).error !== undefined);
if (missing.length > 0) console.log(`No container is built, because ${missing.join(", ")} cannot be found.`);

const folder = mkdtempSync(join(tmpdir(), "tidemark-container-"));
/** Kept, because it takes a minute. Stands in for an image with Node, as no registry may be reached. */
const baseFile = ".cache/container-base.tar";
const image = "localhost/tidemark-server";

async function run(program: string, args: readonly string[], options: ExecFileOptions = {}): Promise<string> {
  const env = { ...process.env, STORAGE_DRIVER: "vfs" };
  const { stdout } = await execFileAsync(program, [...args], { env, ...options, maxBuffer: 100_000_000 });
  return String(stdout).trim();
}

/** Both keep their images and volumes in this test's folder. */
const stores = (name: string) => ["--root", join(folder, name), "--runroot", join(folder, `${name}-run`)];
const buildah = (args: readonly string[], cwd: string) =>
  run("buildah", [...stores("buildah"), ...args], { cwd });
const podman = (...args: string[]) => run("podman", [...stores("podman"), "--runtime=runc", ...args]);

async function createBase(): Promise<void> {
  if (existsSync(baseFile)) return;
  mkdirSync(".cache", { recursive: true });
  const excluded = ["doc", "man", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  await run("mmdebstrap", [
    "--variant=minbase",
    "--include=ca-certificates",
    ...excluded,
    "bookworm",
    `${baseFile}.new`,
    "--format=tar",
  ]);
  rmSync(baseFile, { force: true });
  await run("mv", [`${baseFile}.new`, baseFile]);
}

/** Builds the image from the server's package, as its guide says, and hands it to podman. */
async function buildImage(): Promise<void> {
  await run(process.execPath, ["scripts/package.mjs", "--server"]);
  const archive = readdirSync("dist").find((name) => /^tidemark-server-.*\.tar\.gz$/.test(name)) ?? "";
  const [program, base] = ["program", "base"].map((name) => join(folder, name)) as [string, string];
  for (const each of [program, base]) mkdirSync(each);
  await run("tar", ["-xzf", join("dist", archive), "-C", program, "--strip-components=1"]);
  copyFileSync(baseFile, join(base, "base.tar"));
  copyFileSync(process.execPath, join(base, "node"));
  writeFileSync(
    join(base, "Containerfile"),
    "FROM scratch\nADD base.tar /\nCOPY --chmod=755 node /usr/local/bin/node\n",
  );
  const build = ["bud", "--isolation=chroot", "--format=docker", "--layers=false"];
  await buildah([...build, "-t", "base", "."], base);
  await buildah([...build, "--build-arg", "BASE=localhost/base", "-t", image, "."], program);
  const file = join(folder, "image.tar");
  await buildah(["push", image, `docker-archive:${file}:${image}`], folder);
  await podman("load", "-i", file);
}

describe.skipIf(missing.length > 0)("the container of the server's package", () => {
  let shop: ShopSite;
  let port = 0;

  beforeAll(async () => {
    shop = await startShopSite();
    port = await findFreePort();
    writeFileSync(join(folder, "secret-key"), Buffer.alloc(32, 7), { mode: 0o444 });
    await createBase();
    await buildImage();
  }, 600_000);

  afterAll(async () => {
    shop.close();
    await podman("rm", "--force", "--time=0", "--all").catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });

  const limits = ["--ulimit=nofile=4096:4096", "--ulimit=nproc=1000:1000"];

  /** Starts the server as compose.yaml does, and waits until it is healthy. */
  async function start(name: string): Promise<void> {
    const rights = ["--read-only", "--cap-drop=ALL", "--security-opt=no-new-privileges"];
    const files = ["--volume=data:/data", `--volume=${folder}/secret-key:/run/secrets/secret-key:ro`];
    // The shop is on this computer's loopback.
    const options = ["--detach", "--pull=never", "--network=host", ...limits, ...rights, ...files];
    const command = ["serve", "--quiet", `--port=${port}`, "--secret-key=/run/secrets/secret-key"];
    await podman("run", `--name=${name}`, ...options, image, ...command);
    await until(async () => (await podman("healthcheck", "run", name).catch(() => "failing")) === "");
  }

  const tidemark = (name: string, ...args: string[]) => podman("exec", name, "tidemark", ...args);
  const inspect = (name: string, format: string) => podman("inspect", "--format", format, name);

  it("watches a product, and has it after a kill and a new start on its volume", async () => {
    const { path, title } = shop.products[0] as ShopProduct;
    await start("first");
    expect(JSON.parse(await tidemark("first", "health"))).toMatchObject({ status: "ok" });
    const host = new URL(shop.origin).host;
    expect(await tidemark("first", "watch", "add", shop.origin + path, "--allow-host", host)).toContain(
      title,
    );
    expect(await podman("exec", "first", "id", "-u")).toBe("1000");
    await expect(podman("exec", "first", "touch", "/opt/tidemark/x")).rejects.toThrow(
      "Read-only file system",
    );
    expect(await podman("logs", "first")).toBe("");

    await podman("kill", "--signal=KILL", "first");
    await podman("rm", "first");
    await start("second");
    expect(await tidemark("second", "watch", "list")).toContain(title);
    const bytes = Number(await podman("image", "inspect", "--format", "{{.Size}}", image));
    const own = await podman("exec", "second", "du", "-sm", "/opt/tidemark");
    const pid = await inspect("second", "{{.State.Pid}}");
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    console.log(
      `Image ${Math.round(bytes / 1e6)} MB, of which Tidemark ${Number.parseInt(own, 10)} MB; memory ${Math.round(Number(kilobytes) / 1_000)} MB`,
    );
    await podman("stop", "--time=10", "second");
    // 137 if it had to be killed.
    expect(await inspect("second", "{{.State.ExitCode}}")).toBe("0");
  });

  it("is not healthy without an engine", async () => {
    const options = ["--rm", "--pull=never", "--network=none", ...limits];
    await expect(podman("run", ...options, image, "health")).rejects.toThrow("No engine runs on /data");
  });
});
