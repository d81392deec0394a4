import { describe, expect, it } from "vitest";
import type { Updater } from "../../../../src/main/updates/electron-updates.js";
import { UpdateController } from "../../../../src/main/updates/update-controller.js";
import type { UpdateState } from "../../../../src/shared/updates.js";

const found = { version: "2.0.0", notes: null };
const offer = { ...found, manualDownloadUrl: null };
const unreachable = new Error("net::ERR_FAILED");

const noNews: Updater = {
  check: async () => found,
  download: async () => undefined,
  install: async () => undefined,
};

function openController(updater: Partial<Updater> | null, manualDownloadUrl: string | null = null) {
  const states: UpdateState[] = [];
  const controller = new UpdateController({
    updater: updater && (async () => ({ ...noNews, ...updater })),
    manualDownloadUrl,
    onState: (state) => void states.push(state),
    nowMs: () => 5,
    log: () => undefined,
  });
  return { controller, states };
}

/** A download that goes on until it is cancelled. */
const endless: Updater["download"] = (_onProgress, signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new Error("cancelled")));
  });

describe("updates", () => {
  it("an update goes from the check through the offer and the download to being ready", async () => {
    const { controller, states } = openController({
      download: async (onProgress) => onProgress({ done: 1, total: 2 }),
    });
    await controller.check();
    await controller.download();
    expect(states).toEqual([
      { state: "checking" },
      { state: "available", offer },
      { state: "downloading", offer, progress: null },
      { state: "downloading", offer, progress: { done: 1, total: 2 } },
      { state: "ready", offer },
    ]);
  });

  it("an update that does not exist is no offer", async () => {
    const { controller } = openController({ check: async () => null });
    await controller.check();
    await controller.download();
    expect(controller.state).toEqual({ state: "none", checkedAtMs: 5 });
  });

  it.each(["check", "download", "install"] as const)(
    "an update says that its %s failed, and can be tried again",
    async (step) => {
      let hasFailed = false;
      const failOnce = async () => {
        if (hasFailed) return found;
        hasFailed = true;
        throw unreachable;
      };
      const { controller } = openController({ [step]: failOnce });
      await controller.check();
      await controller.download();
      await controller.install();
      const failed = { state: "failed", step, reason: "unreachable", offer: step === "check" ? null : offer };
      expect(controller.state).toEqual(failed);
      if (step === "check") await controller.check();
      else await controller.download();
      expect(controller.state).toEqual({ state: step === "check" ? "available" : "ready", offer });
    },
  );

  it("an update is still available after its download is cancelled, and not lost through another check", async () => {
    const { controller } = openController({ download: endless });
    await controller.check();
    const downloading = controller.download();
    await controller.check();
    expect(controller.state).toMatchObject({ state: "downloading" });
    controller.cancel();
    await downloading;
    expect(controller.state).toEqual({ state: "available", offer });
  });

  it("an update that is ready is not lost through another check", async () => {
    const { controller } = openController({});
    await controller.check();
    await controller.download();
    await controller.check();
    expect(controller.state).toEqual({ state: "ready", offer });
  });

  it("an update that the package cannot install is not downloaded", async () => {
    const { controller } = openController({}, "https://updates.example/");
    await controller.check();
    await controller.download();
    const manualDownloadUrl = "https://updates.example/";
    expect(controller.state).toEqual({ state: "available", offer: { ...found, manualDownloadUrl } });
  });

  it("the update state stays unavailable in a build without an address", async () => {
    const { controller, states } = openController(null);
    await controller.check();
    await controller.download();
    await controller.install();
    expect(controller.state).toEqual({ state: "unavailable" });
    expect(states).toEqual([]);
  });
});
