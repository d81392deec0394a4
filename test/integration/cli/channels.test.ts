import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { startService } from "../../support/channel-services.js";
import { ensureBuilt, runCli, runJson, startServe } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { closedAddress } from "../../support/network.js";
import { until } from "../../support/until.js";
import { catalogueFile, offerFields, productLine } from "../catalogue/catalogue-files.js";

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
    [["test", "7"], /^There is no channel 7\./, 1],
    [["remove", "7"], /^There is no channel 7\./, 1],
    [["remove", "seven"], /whole number/, 2],
  ] as const)("refuses %j in one line", async (args, message, code) => {
    const result = await runCli(["channels", ...args, "--data", temporaryFolder()]);
    expect(result).toMatchObject({ code, stdout: "" });
    expect(result.stderr).toMatch(message);
  });

  it("reports a test that was not delivered with the next step, and exits with 1", async () => {
    const folder = temporaryFolder();
    const { id } = await runJson<Added>("channels", "add", `http://${closedAddress}/hook`, "--data", folder);
    const { code, stderr } = await runCli(["channels", "test", String(id), "--data", folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The receiver refused the connection\. Check the address/);
  });

  it("a server without a window sends the alerts to a channel that a command added", async () => {
    const folder = temporaryFolder();
    const service = await startService("json");
    const keyFile = join(folder, "key");
    writeFileSync(keyFile, randomBytes(32));
    await runJson("import", catalogueFile(productLine("a")), "--data", folder);
    const { key } = await runJson<{ key: string }>("keys", "create", "--owner", "--data", folder);
    const server = await startServe(folder, "--secret-key", keyFile);
    const ask = async (operation: string, input: object) => {
      const response = await fetch(`${server.base_url.replace("/v1", "/app/v1")}/${operation}`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify(input),
      });
      return (await response.json()) as Record<string, unknown>;
    };
    await ask("schedules.put", { ids: ["product/test/a"], schedule: "daily" });
    const { id } = await runJson<Added>(
      "channels",
      "add",
      service.address,
      "--kind",
      "json",
      "--data",
      folder,
    );
    const cheaper = offerFields("a", { price: 9.5, timestamp: new Date().toISOString() });
    await runJson("import", catalogueFile(productLine("a", { offers: [cheaper] })), "--data", folder);
    await until(() => service.accepted.length === 1);
    expect(service.accepted[0]?.body).toMatchObject({
      alerts: [{ product_key: "product/test/a", price: { current: 9.5, previous: 19.99, currency: "USD" } }],
    });
    const args = ["channels", "test", String(id), "--data", folder];
    expect((await runCli(args)).stderr).toContain("sealed by another installation");
    expect((await runCli([...args, "--secret-key", keyFile])).code).toBe(0);
    await server.stop();
  });
});
