import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startService } from "../support/channel-services.js";
import { ensureBuilt, runCli, runJson, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { closedAddress } from "../support/network.js";

beforeAll(ensureBuilt);

interface Added {
  readonly id: number;
  readonly kind: string;
}

describe("tidemark channels", () => {
  it("adds, lists, tests and removes a channel, without showing its secrets", async () => {
    const folder = temporaryFolder();
    const service = await startService("gotify");
    const args = ["--name", "Phone", "--kind", "gotify", "--data", folder];
    const { id, kind } = await runJson<Added>("channels", "add", service.address, ...args);
    expect(kind).toBe("gotify");
    const listed = await runCli(["channels", "list", "--data", folder]);
    expect(JSON.parse(listed.stdout)).toMatchObject([{ id, name: "Phone", kind: "gotify", waiting: 0 }]);
    expect(listed.stdout).not.toContain("AbCdEf123456789");
    expect(await runJson("channels", "test", String(id), "--data", folder)).toEqual({ id, delivered: true });
    expect(service.accepted).toHaveLength(1);
    expect(await runJson("channels", "remove", String(id), "--data", folder)).toEqual({ id, removed: true });
    expect((await runCli(["channels", "list", "--data", folder])).stdout).toBe("[]\n");
  });

  it.each([
    [["add", "https://ntfy.sh/"], /^The address lacks the topic\. Enter it as /, 1],
    [["add", "https://ntfy.sh/t", "--kind", "pigeon"], /Allowed choices are/, 2],
    [["add", "https://ntfy.sh/t", "--collect", "daily"], /daily@18/, 2],
    [["add", "https://ntfy.sh/t", "--collect", "hourly@18"], /daily@18/, 2],
    [["add", "https://ntfy.sh/t", "--collect", "weekly@day@18"], /daily@18/, 2],
    [["set", "7", "--name", "x"], /^There is no channel 7\./, 1],
    [["test", "7"], /^There is no channel 7\./, 1],
    [["remove", "7"], /^There is no channel 7\./, 1],
    [["remove", "seven"], /whole number/, 2],
  ] as const)("refuses %j in one line", async (args, message, code) => {
    const result = await runCli(["channels", ...args, "--data", temporaryFolder()]);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toMatch(message);
  });

  it("adds a channel that collects alerts, and changes when it sends them", async () => {
    const folder = temporaryFolder();
    const data = ["--data", folder];
    const args = ["channels", "add", "https://ntfy.sh/t", "--collect", "daily@18", ...data];
    const { id } = await runJson<Added>(...args);
    const readCollection = async () =>
      (JSON.parse((await runCli(["channels", "list", ...data])).stdout) as { collect: unknown }[])[0]
        ?.collect;
    expect(await readCollection()).toBe("daily@18");
    const set = (when: string) => runJson("channels", "set", String(id), "--collect", when, ...data);
    expect(await set("weekly@mon@08")).toMatchObject({ id, name: "ntfy.sh/t…", collect: "weekly@mon@08" });
    await set("at-once");
    expect(await readCollection()).toBe("at-once");
  });

  it.each([
    ["http://ntfy.home.example/topic", [], true],
    ["http://ntfy.home.example/topic", ["--kind", "json"], false],
    ["http://home.example/api/hook", [], false],
  ])("hints at --kind ntfy for an address that may be a topic: %s %j", async (address, kind, isHinted) => {
    const { stderr } = await runCli(["channels", "add", address, ...kind, "--data", temporaryFolder()]);
    expect(stderr.includes("--kind ntfy")).toBe(isHinted);
  });

  it("reports a test that was not delivered with the next step, and exits with 1", async () => {
    const folder = temporaryFolder();
    const { id } = await runJson<Added>("channels", "add", `http://${closedAddress}/hook`, "--data", folder);
    const { code, stderr } = await runCli(["channels", "test", String(id), "--data", folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The receiver refused the connection\. Check the address/);
  });

  it("tests a channel beside a running engine, which has the key of its secrets, or with --secret-key", async () => {
    const folder = temporaryFolder();
    const { address } = await startService("json");
    const keyFile = join(folder, "key");
    writeFileSync(keyFile, randomBytes(32));
    const { id } = await runJson<Added>("channels", "add", address, "--kind", "json", "--data", folder);
    const server = await startServe(folder, "--secret-key", keyFile);
    const args = ["channels", "test", String(id), "--data", folder];
    expect((await runCli(args)).code).toBe(0);
    await server.stop();
    expect((await runCli(args)).stderr).toContain("--secret-key");
    expect((await runCli([...args, "--secret-key", keyFile])).code).toBe(0);
  });
});
