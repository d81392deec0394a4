import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from "node:http";
import { join } from "node:path";
import { AppImageUpdater } from "electron-updater";
import type { AppAdapter } from "electron-updater/out/AppAdapter.js";
import { ElectronHttpExecutor } from "electron-updater/out/electronHttpExecutor.js";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { configureUpdater } from "../../../src/main/updates/electron-updates.js";
import { UpdateController } from "../../../src/main/updates/update-controller.js";
import { readUpdateSource } from "../../../src/main/updates/update-source.js";
import type { UpdateState } from "../../../src/shared/updates.js";
import { temporaryFolder } from "../../support/folder.js";
import { closedAddress } from "../../support/network.js";
import { smallDisk } from "../../support/small-disk.js";
import { untilPasses } from "../../support/until.js";
import {
  generateSigningKey,
  publishRelease,
  type Release,
  signContent,
  startUpdateServer,
  type UpdateServer,
} from "../../support/update-server.js";

/** Sends requests with Node instead of Electron. */
class NodeExecutor extends ElectronHttpExecutor {
  // The return type is the base class's.
  override createRequest(options: RequestOptions, callback: (response: unknown) => void): never {
    const created: ClientRequest = request({ ...options, agent: false }, (response: IncomingMessage) =>
      callback(response),
    );
    // Electron's requests emit `abort` when they are aborted.
    created.on("error", () => created.emit("abort"));
    return created as never;
  }
}

/** The real AppImage updater, for an app whose folders are all this one. */
function appImageUpdater(folder: string, version: string): AppImageUpdater {
  const config = join(folder, "app-update.yml");
  writeFileSync(config, "updaterCacheDirName: tidemark-updater\n");
  const app: AppAdapter = {
    version,
    name: "Tidemark",
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: folder,
    baseCachePath: folder,
    whenReady: async () => undefined,
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  };
  const updater = new AppImageUpdater(null, app);
  Object.assign(updater, { httpExecutor: new NodeExecutor() });
  return updater;
}

const own = generateSigningKey();
const file = "latest-linux.yml";
const largePackage = Buffer.alloc(3_000_000, "tidemark ");

let server: UpdateServer;
let folder: string;
let image: string;
let states: UpdateState[];
let log: string[];

beforeEach(async () => {
  server = await startUpdateServer();
  onTestFinished(() => server.close());
  folder = temporaryFolder();
  image = join(folder, "Tidemark.AppImage");
  writeFileSync(image, "what runs");
  vi.stubEnv("APPIMAGE", image);
  vi.stubEnv("TEST_UPDATER_ARCH", "x64");
  onTestFinished(() => void vi.unstubAllEnvs());
  states = [];
  log = [];
});

/** The update controller with the real updater, as version 1.2.3 on Linux. */
function openController(): UpdateController {
  const source = readUpdateSource({ tidemark: { updates: { url: server.url, key: own.publicKey } } });
  if (source === null) throw new Error("The update source is invalid.");
  const updater = appImageUpdater(folder, "1.2.3");
  Object.assign(updater, { _testOnlyOptions: { platform: "linux", isUseDifferentialDownload: false } });
  return new UpdateController({
    updater: async () =>
      configureUpdater(updater, {
        source,
        canReplaceItself: true,
        beforeInstall: async () => undefined,
        afterFailedInstall: async () => undefined,
        log: (message) => void log.push(message),
      }),
    manualDownloadUrl: null,
    onState: (state) => void states.push(state),
    nowMs: () => 7,
    log: (message) => void log.push(message),
  });
}

async function check(release: Release | null): Promise<UpdateState> {
  if (release !== null) publishRelease(server, release, own.privateKey);
  const controller = openController();
  await controller.check();
  return controller.state;
}

function failure(reason: string) {
  return { state: "failed", step: "check", reason, offer: null };
}

/** Names of the files in the download folder. */
function downloadedFiles(): string[] {
  const pending = join(folder, "tidemark-updater/pending");
  return existsSync(pending) ? readdirSync(pending) : [];
}

it("a check offers a newer version with its release notes", async () => {
  expect(await check({ version: "1.3.0", notes: "Faster." })).toEqual({
    state: "available",
    offer: { version: "1.3.0", notes: "Faster.", manualDownloadUrl: null },
  });
});

it("a check does not offer the running version or an older one", async () => {
  for (const version of ["1.2.3", "1.2.2", "0.9.0", "1.2.3-beta.1"])
    expect(await check({ version })).toEqual({ state: "none", checkedAtMs: 7 });
});

it("a check respects the staging percentage of the signed metadata", async () => {
  expect(await check({ version: "1.3.0", staging: 0 })).toMatchObject({ state: "none" });
  expect(await check({ version: "1.3.0", staging: 100 })).toMatchObject({ state: "available" });
});

it("a check requests two files and sends nothing that identifies the computer", async () => {
  await check({ version: "1.2.3" });
  expect(server.requests.map(({ path }) => path)).toEqual([file, `${file}.sig`]);
  const [id] = [readFileSync(join(folder, ".updaterId"), "utf8")];
  for (const { headers } of server.requests) {
    expect(headers).not.toContain(id);
    expect(headers).not.toMatch(/staging|cookie|1\.2\.3/i);
  }
});

it("a response is refused when it is not valid metadata", async () => {
  const content = "version: [\n";
  server.files.set(file, content);
  server.files.set(`${file}.sig`, signContent(content, own.privateKey));
  expect(await check(null)).toEqual(failure("unreadable"));
});

it.each([
  ["the file does not exist", null, "not-found"],
  ["the server fails", 503, "server-error"],
])("a response has a specific error when %s", async (_case, status, reason) => {
  server.failStatus = status;
  expect(await check(null)).toEqual(failure(reason));
});

it("a response is logged briefly, however long it is", async () => {
  server.files.set(file, "x".repeat(1_000_000));
  server.failStatus = 500;
  await check(null);
  expect(log.length).toBeGreaterThan(0);
  expect(log.join("").length).toBeLessThan(2_000);
});

it("a server that does not answer is reported as unreachable", async () => {
  server = { ...server, url: `http://${closedAddress}/` };
  expect(await check(null)).toEqual(failure("unreachable"));
});

async function findUpdate(release: Release): Promise<UpdateController> {
  publishRelease(server, release, own.privateKey);
  const controller = openController();
  await controller.check();
  expect(controller.state.state).toBe("available");
  return controller;
}

it("a download reports progress and keeps the signed package", async () => {
  const controller = await findUpdate({ version: "1.3.0", content: largePackage });
  await controller.download();
  expect(controller.state).toMatchObject({ state: "ready", offer: { version: "1.3.0" } });
  const { length } = largePackage;
  expect(states).toContainEqual(expect.objectContaining({ progress: { done: length, total: length } }));
  expect(downloadedFiles()).toContain("Tidemark-1.3.0.AppImage");
  expect(readFileSync(join(folder, "tidemark-updater/pending/Tidemark-1.3.0.AppImage"))).toEqual(
    largePackage,
  );
  expect(readFileSync(image, "utf8")).toBe("what runs");
});

it("a download discards a package that differs from the signed one", async () => {
  const controller = await findUpdate({ version: "1.3.0", content: largePackage });
  server.files.set("Tidemark-1.3.0.AppImage", Buffer.alloc(largePackage.length, "intruder "));
  await controller.download();
  expect(controller.state).toMatchObject({
    state: "failed",
    step: "download",
    reason: "damaged-download",
  });
  expect(downloadedFiles()).toEqual([]);
});

it("a download discards the partial file when cancelled, and can start again", async () => {
  const controller = await findUpdate({ version: "1.3.0", content: largePackage });
  server.truncatedPath = "Tidemark-1.3.0.AppImage";
  const download = controller.download();
  await untilPasses(() => expect(downloadedFiles()).toEqual(["temp-Tidemark-1.3.0.AppImage"]));
  controller.cancel();
  await download;
  expect(controller.state).toMatchObject({ state: "available" });
  await untilPasses(() => expect(downloadedFiles()).toEqual([]));
  server.truncatedPath = null;
  await controller.download();
  expect(controller.state).toMatchObject({ state: "ready" });
});

it("a download discards a partial file left by a killed app", async () => {
  const pending = join(folder, "tidemark-updater/pending");
  mkdirSync(pending, { recursive: true });
  writeFileSync(join(pending, "temp-Tidemark-1.3.0.AppImage"), largePackage.subarray(0, 1_000));
  const controller = await findUpdate({ version: "1.3.0", content: largePackage });
  await controller.download();
  expect(controller.state).toMatchObject({ state: "ready" });
  expect(downloadedFiles().sort()).toEqual(["Tidemark-1.3.0.AppImage", "update-info.json"]);
});

it("a download to a full disk is refused as such, and discards the partial file", async (context) => {
  const disk = smallDisk(4);
  if (typeof disk === "string") return context.skip(disk);
  folder = disk.root;
  const controller = await findUpdate({ version: "1.3.0", content: largePackage });
  disk.fill(1_000_000);
  await controller.download();
  expect(controller.state).toMatchObject({ state: "failed", step: "download", reason: "disk-full" });
  await untilPasses(() => expect(downloadedFiles()).toEqual([]));
  disk.free();
  await controller.download();
  expect(controller.state).toMatchObject({ state: "ready" });
});

it.for(["Tidemark.AppImage", "Tidemark-1.2.3.AppImage"])(
  "an installation on a full disk keeps the app that runs, %s",
  async (name, context) => {
    const disk = smallDisk(4);
    if (typeof disk === "string") return context.skip(disk);
    image = join(disk.root, name);
    writeFileSync(image, "what runs");
    vi.stubEnv("APPIMAGE", image);
    const controller = await findUpdate({ version: "1.3.0", content: largePackage });
    await controller.download();
    disk.fill(1_000_000);
    await controller.install();
    expect(controller.state).toMatchObject({ state: "failed", step: "install", reason: "disk-full" });
    expect(readFileSync(image, "utf8")).toBe("what runs");
    expect(readdirSync(disk.root).toSorted()).toEqual([name, "filler"]);
  },
);

it("a download refuses an insecure address even if it is signed", async () => {
  const controller = await findUpdate({
    version: "1.3.0",
    url: "http://updates.example/Tidemark.AppImage",
  });
  await controller.download();
  expect(controller.state).toMatchObject({ state: "failed", reason: "insecure-address" });
});
