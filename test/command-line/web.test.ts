import { beforeAll, describe, expect, it } from "vitest";
import { ensureBuilt, runCli, runJson, runResults, startServe } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { sendTo } from "../support/web-page.js";

beforeAll(ensureBuilt);

interface Pairing {
  readonly code: string;
  readonly url: string;
}

/** The address in the line that `serve` prints. */
function webUrl(output: string): string | undefined {
  return (JSON.parse(output) as { web_url?: string }).web_url;
}

describe("serve --web", () => {
  it("serves the built page beside the API, and pairs, lists and revokes devices", async () => {
    const folder = temporaryFolder();
    const server = await startServe(folder, "--web", "--web-port", "0");
    const origin = webUrl(server.output()) ?? "";
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(origin).not.toBe(new URL(server.base_url).origin);
    const { text } = await sendTo(origin, "/");
    const script = /src="\.?(\/assets\/[^"]+)"/.exec(text)?.[1] ?? "";
    expect((await sendTo(origin, script)).headers["cache-control"]).toContain("immutable");
    const { code, url } = await runJson<Pairing & Record<string, unknown>>(
      "web",
      "pair",
      "--json",
      "--data",
      folder,
    );
    expect(url).toMatch(`${origin}/#pair=`);
    const { status, headers } = await sendTo(origin, "/web/pair", { body: { code, name: "Phone" } });
    expect(status).toBe(200);
    const { results } = await runResults(["web", "list", "--data", folder]);
    expect(results).toMatchObject([{ id: 1, name: "Phone", kind: "computer" }]);
    expect(await runJson("web", "revoke", "1", "--json", "--data", folder)).toEqual({ id: 1, revoked: true });
    const cookie = headers["set-cookie"]?.[0]?.split(";")[0] ?? "";
    expect((await sendTo(origin, "/web/session", { headers: { cookie } })).status).toBe(401);
    expect(await runCli(["web", "revoke", "1", "--data", folder])).toMatchObject({
      code: 1,
      stderr: "There is no device with the id 1. 'tidemark web list' shows all devices.\n",
    });
    expect(await server.stop()).toBe(0);
  });

  it("prints the address, the code and a QR code in the terminal", async () => {
    const folder = temporaryFolder();
    await startServe(folder, "--web", "--web-port", "0");
    const { stdout, stderr } = await runCli(["web", "pair", "--data", folder]);
    expect(stderr).toMatch(/^Only this computer reaches that address\..* --listen, .*\n$/);
    expect(stdout).toMatch(/^address +code +expires\nhttp:\/\/127\.0\.0\.1:\d+\/ +\d{6} +\d{4}-/);
    const rows = stdout.split("\n").filter((row) => /[▀▄█]/.test(row));
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map((row) => row.length)).size).toBe(1);
  });

  it("does not start without its port or address, and says why", async () => {
    const server = await startServe(temporaryFolder(), "--web", "--web-port", "0");
    const { port } = new URL(webUrl(server.output()) ?? "");
    const inUse = await runCli(["serve", "--port", "0", "--web-port", port, "--data", temporaryFolder()]);
    expect(inUse).toMatchObject({
      code: 1,
      stdout: "",
      stderr: `Port ${port} is in use. Choose another one, or end the program that uses it.\n`,
    });
    const { code, stderr } = await runCli(["serve", "--listen", "nas.local", "--data", temporaryFolder()]);
    expect(code).toBe(2);
    expect(stderr).toContain("An address must be an IP address of this computer, or 0.0.0.0 for all.");
  });

  it("opens the page under allowed names and on each address", async () => {
    const options = ["--web-port", "0", "--listen", "0.0.0.0", "--web-host", "nas.local"];
    const server = await startServe(temporaryFolder(), ...options);
    const origin = webUrl(server.output()) ?? "";
    expect(origin).toMatch(/^http:\/\/nas\.local:\d+$/);
    const local = origin.replace("nas.local", "127.0.0.1");
    const open = async (host: string) => (await sendTo(local, "/", { headers: { Host: host } })).status;
    expect(await open("nas.local")).toBe(200);
    expect(await open("192.168.1.5")).toBe(200);
    expect(await open("other.local")).toBe(421);
  });
});

describe("without the page", () => {
  const advice = /The page for other devices is not served\. Start 'tidemark serve --web'/;

  it("no device can be paired, whether an engine runs or not", async () => {
    const folder = temporaryFolder();
    expect(await runCli(["web", "pair", "--data", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(advice),
    });
    const server = await startServe(folder);
    expect(webUrl(server.output())).toBeUndefined();
    expect(await runCli(["web", "pair", "--data", folder])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(advice),
    });
  });

  it("devices can be listed and revoked on a folder without an engine", async () => {
    const folder = temporaryFolder();
    const server = await startServe(folder, "--web", "--web-port", "0");
    const { code } = await runJson<Pairing & Record<string, unknown>>(
      "web",
      "pair",
      "--json",
      "--data",
      folder,
    );
    await sendTo(webUrl(server.output()) ?? "", "/web/pair", { body: { code, name: "Phone" } });
    const backup = `${temporaryFolder()}/backup.sqlite3`;
    await runJson("backup", backup, "--data", folder);
    await server.stop();
    expect((await runResults(["web", "list", "--data", folder])).results).toHaveLength(1);
    expect((await runResults(["web", "revoke", "1", "--data", folder])).results).toEqual([
      { id: 1, revoked: true },
    ]);
    // A backup from before does not revive it.
    await runJson("restore", backup, "--data", folder);
    expect((await runResults(["web", "list", "--data", folder])).results).toEqual([]);
  });
});
