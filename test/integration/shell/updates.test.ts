import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { updatesOf } from "../../../src/main/shell/updates/electron-updates.js";
import { UpdateDesk } from "../../../src/main/shell/updates/update-desk.js";
import { readUpdateSource } from "../../../src/main/shell/updates/update-source.js";
import type { UpdateState } from "../../../src/shared/updates.js";
import { temporaryFolder } from "../../support/folder.js";
import { nobody } from "../../support/ports.js";
import { untilPasses } from "../../support/until.js";
import {
  generateSigningKey,
  metadataOf,
  openUpdateServer,
  publish,
  type Release,
  signContent,
  type UpdateServer,
} from "../../support/update-server.js";
import { appImageUpdater } from "../../support/updater.js";

const own = generateSigningKey();
const file = "latest-linux.yml";
const largePackage = Buffer.alloc(3_000_000, "tidemark ");

let server: UpdateServer;
let folder: string;
let image: string;
let states: UpdateState[];
let log: string[];

beforeEach(async () => {
  server = await openUpdateServer();
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

/** The desk with the real updater, as version 1.2.3 on Linux. */
function openDesk(replacesItself = true): UpdateDesk {
  const source = readUpdateSource({ tidemark: { updates: { url: server.url, key: own.publicKey } } });
  if (source === null) throw new Error("The source was not understood.");
  const updater = appImageUpdater(folder, "1.2.3");
  Object.assign(updater, { _testOnlyOptions: { platform: "linux", isUseDifferentialDownload: false } });
  return new UpdateDesk({
    updater: async () =>
      updatesOf(updater, {
        source,
        replacesItself,
        beforeInstall: async () => undefined,
        afterFailedInstall: async () => undefined,
        log: (message) => void log.push(message),
      }),
    byHandFrom: replacesItself ? null : server.url,
    onState: (state) => void states.push(state),
    nowMs: () => 7,
    log: (message) => void log.push(message),
  });
}

async function check(release: Release | null, replacesItself?: boolean): Promise<UpdateState> {
  if (release !== null) publish(server, release, own.privateKey);
  const desk = openDesk(replacesItself);
  await desk.check();
  return desk.state;
}

function failed(problem: string) {
  return { state: "failed", step: "check", problem, offer: null };
}

/** All that is kept of downloads. */
function kept(): string[] {
  const pending = join(folder, "tidemark-updater/pending");
  return existsSync(pending) ? readdirSync(pending) : [];
}

describe("looking for an update", () => {
  it("offers a newer version with what is new in it", async () => {
    expect(await check({ version: "1.3.0", notes: "Faster." })).toEqual({
      state: "available",
      offer: { version: "1.3.0", notes: "Faster.", byHandFrom: null },
    });
  });

  it("offers neither what runs nor what is older", async () => {
    for (const version of ["1.2.3", "1.2.2", "0.9.0", "1.2.3-beta.1"])
      expect(await check({ version })).toEqual({ state: "none", checkedAtMs: 7 });
  });

  it("keeps to the share of computers that the signed metadata says", async () => {
    expect(await check({ version: "1.3.0", staging: 0 })).toMatchObject({ state: "none" });
    expect(await check({ version: "1.3.0", staging: 100 })).toMatchObject({ state: "available" });
  });

  it("tells a package that cannot replace itself what there is, and where", async () => {
    expect(await check({ version: "1.3.0" }, false)).toMatchObject({
      offer: { version: "1.3.0", byHandFrom: server.url },
    });
  });

  it("asks for two files and sends nothing by which a computer could be known again", async () => {
    await check({ version: "1.2.3" });
    expect(server.asked.map(({ path }) => path)).toEqual([file, `${file}.sig`]);
    const [id] = [readFileSync(join(folder, ".updaterId"), "utf8")];
    for (const { headers } of server.asked) {
      expect(headers).not.toContain(id);
      expect(headers).not.toMatch(/staging|cookie|1\.2\.3/i);
    }
  });
});

describe("what a server answers is refused", () => {
  it("without a signature", async () => {
    server.files.set(file, metadataOf({ version: "1.3.0" }));
    expect(await check(null)).toEqual(failed("unsigned"));
  });

  it("with the signature of somebody else", async () => {
    publish(server, { version: "1.3.0" }, generateSigningKey().privateKey);
    expect(await check(null)).toEqual(failed("bad-signature"));
  });

  it("with an old signature beside new metadata", async () => {
    publish(server, { version: "1.2.0" }, own.privateKey);
    server.files.set(file, metadataOf({ version: "1.3.0" }));
    expect(await check(null)).toEqual(failed("bad-signature"));
  });

  it("for another system", async () => {
    expect(await check({ version: "1.3.0", file: "latest-mac.yml" })).toEqual(failed("wrong-file"));
  });

  it("where it is no metadata at all", async () => {
    const content = "version: [\n";
    server.files.set(file, content);
    server.files.set(`${file}.sig`, signContent(content, own.privateKey));
    expect(await check(null)).toEqual(failed("unreadable"));
  });

  it.each([
    ["nothing is there", null, "not-found"],
    ["the server has a fault", 503, "server-fault"],
  ])("and told apart when %s", async (_case, status, problem) => {
    server.failWith = status;
    expect(await check(null)).toEqual(failed(problem));
  });

  it("and noted in a line, however long the answer was", async () => {
    server.files.set(file, "x".repeat(1_000_000));
    server.failWith = 500;
    await check(null);
    expect(log.length).toBeGreaterThan(0);
    expect(log.join("").length).toBeLessThan(2_000);
  });

  it("and told apart when nobody answers", async () => {
    server = { ...server, url: `http://${nobody}/` };
    expect(await check(null)).toEqual(failed("unreachable"));
  });
});

describe("downloading an update", () => {
  async function found(release: Release): Promise<UpdateDesk> {
    publish(server, release, own.privateKey);
    const desk = openDesk();
    await desk.check();
    expect(desk.state.state).toBe("available");
    return desk;
  }

  it("tells how far it is and keeps what was signed", async () => {
    const desk = await found({ version: "1.3.0", content: largePackage });
    await desk.download();
    expect(desk.state).toMatchObject({ state: "ready", offer: { version: "1.3.0" } });
    const { length } = largePackage;
    expect(states).toContainEqual(expect.objectContaining({ progress: { done: length, total: length } }));
    expect(kept()).toContain("Tidemark-1.3.0.AppImage");
    expect(readFileSync(join(folder, "tidemark-updater/pending/Tidemark-1.3.0.AppImage"))).toEqual(
      largePackage,
    );
    expect(readFileSync(image, "utf8")).toBe("what runs");
  });

  it("throws away what is not what was signed", async () => {
    const desk = await found({ version: "1.3.0", content: largePackage });
    server.files.set("Tidemark-1.3.0.AppImage", Buffer.alloc(largePackage.length, "intruder "));
    await desk.download();
    expect(desk.state).toMatchObject({ state: "failed", step: "download", problem: "damaged-download" });
    expect(kept()).toEqual([]);
  });

  it("throws away what is half there when it is cancelled, and can begin anew", async () => {
    const desk = await found({ version: "1.3.0", content: largePackage });
    server.half = "Tidemark-1.3.0.AppImage";
    const download = desk.download();
    await untilPasses(() => expect(kept()).toEqual(["temp-Tidemark-1.3.0.AppImage"]));
    desk.cancel();
    await download;
    expect(desk.state).toMatchObject({ state: "available" });
    await untilPasses(() => expect(kept()).toEqual([]));
    server.half = null;
    await desk.download();
    expect(desk.state).toMatchObject({ state: "ready" });
  });

  it("throws away what an app that was killed has left half there", async () => {
    const pending = join(folder, "tidemark-updater/pending");
    mkdirSync(pending, { recursive: true });
    writeFileSync(join(pending, "temp-Tidemark-1.3.0.AppImage"), largePackage.subarray(0, 1_000));
    const desk = await found({ version: "1.3.0", content: largePackage });
    await desk.download();
    expect(desk.state).toMatchObject({ state: "ready" });
    expect(kept().sort()).toEqual(["Tidemark-1.3.0.AppImage", "update-info.json"]);
  });

  it("does not go where others could listen, even if that was signed", async () => {
    const desk = await found({ version: "1.3.0", url: "http://updates.example/Tidemark.AppImage" });
    await desk.download();
    expect(desk.state).toMatchObject({ state: "failed", problem: "insecure-address" });
  });
});
