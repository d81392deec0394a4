import { beforeEach, expect, it } from "vitest";
import { changeSettings, followSettings, useSettings } from "../../../../src/renderer/stores/settings.js";
import type { AppSettings } from "../../../../src/shared/ipc.js";
import { type Deferred, defer, type FakeBridge, installFakeBridge } from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";

let bridge: FakeBridge;
/** What main has not said yet, in the order in which it was asked. */
let asked: Deferred<AppSettings>[];
let started: AppSettings;

function ask(): Promise<AppSettings> {
  const answer = defer<AppSettings>();
  asked.push(answer);
  return answer.promise;
}

function shown() {
  const { theme, notifications, keepRunning } = useSettings.getState();
  return { theme, notifications, keepRunning };
}

beforeEach(async () => {
  Object.assign(globalThis, { document: { documentElement: { dataset: {} } } });
  bridge = await installFakeBridge();
  started = { ...useSettings.getInitialState() };
  bridge.settings = async () => started;
  asked = [];
  bridge.updateSettings = ask;
  followSettings();
  await untilPasses(() => expect(useSettings.getState()).toEqual(started));
});

it("keeps what was changed while main tells of the change before", async () => {
  const first = changeSettings({ theme: "dark" });
  const second = changeSettings({ notifications: false });
  const kept: AppSettings = { ...started, theme: "dark" };
  bridge.push("settings:changed", kept);
  expect(shown()).toMatchObject({ theme: "dark", notifications: false });
  asked[0]?.resolve(kept);
  asked[1]?.resolve({ ...kept, notifications: false });
  await Promise.all([first, second]);
  expect(shown()).toMatchObject({ theme: "dark", notifications: false });
});

it("follows main again once its own change is kept", async () => {
  const change = changeSettings({ theme: "dark" });
  asked[0]?.resolve({ ...started, theme: "dark" });
  await change;
  bridge.push("settings:changed", { ...started, theme: "light" });
  expect(shown().theme).toBe("light");
});

it("shows a change that was made before main first told", async () => {
  const late = defer<AppSettings>();
  bridge.settings = () => late.promise;
  followSettings();
  const change = changeSettings({ theme: "dark" });
  late.resolve(started);
  await late.promise;
  expect(shown().theme).toBe("dark");
  asked[0]?.resolve({ ...started, theme: "dark" });
  await change;
});

it("takes a change back that main could not keep, though it cannot say what it has", async () => {
  const change = changeSettings({ theme: "dark" });
  bridge.push("settings:changed", { ...started, keepRunning: false });
  bridge.settings = ask;
  asked[0]?.reject();
  await untilPasses(() => expect(asked.length).toBe(2));
  asked[1]?.reject();
  await change;
  expect(shown()).toMatchObject({ theme: "system", keepRunning: false });
  bridge.push("settings:changed", { ...started, theme: "light" });
  expect(shown().theme).toBe("light");
});
