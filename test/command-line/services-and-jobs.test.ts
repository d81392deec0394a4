import { randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { insertBatchJob } from "../../src/main/engine/db/batch/batch-job.js";
import { closeStore, openStore } from "../../src/main/engine/db/open.js";
import { write } from "../../src/main/engine/db/store.js";
import { systemClock } from "../../src/main/engine/domain/clock.js";
import { ensureDefaultAccount } from "../../src/main/engine/operations/account/accounts.js";
import { runBatchStep } from "../../src/main/engine/operations/batch/batch-step.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { importLines, productLine } from "../integration/catalogue/catalogue-files.js";
import { ensureBuilt, runCli, runJson, runResults, startServe } from "../support/cli.js";
import { openTestEngine } from "../support/engine.js";
import { temporaryFolder } from "../support/folder.js";
import { closedAddress } from "../support/network.js";
import { until } from "../support/until.js";
import { readOffers } from "../support/upstream.js";

beforeAll(ensureBuilt);

describe("services", () => {
  const run = (folder: string, ...args: string[]) => runResults(["services", ...args, "--data", folder]);

  it("connects, lists and disconnects a service that a running engine uses at once", async () => {
    const upstream = await openTestEngine();
    await upstream.import([JSON.parse(productLine("a"))]);
    const engine = await openTestEngine({ secretKey: Buffer.alloc(32, 7) });
    expect((await engine.get("/products/offers?ids=product/test/a")).status).toBe(404);
    const added = await run(engine.folder, "add", `${upstream.origin()}/v1`, "--key", upstream.key);
    expect(added).toMatchObject({
      code: 0,
      results: [{ base_url: `${upstream.origin()}/v1`, state: "ready" }],
    });
    expect(JSON.stringify(added)).not.toContain(upstream.key);
    expect(await readOffers(engine, "product/test/a")).toHaveLength(1);
    const [{ key }] = engine.db.connection.prepare("SELECT key FROM service").all() as [{ key: Buffer }];
    expect(key.includes(upstream.key)).toBe(false);
    const { id } = added.results[0] as { id: string };
    expect((await run(engine.folder, "list")).results).toMatchObject([
      { id, credits_remaining: expect.any(Number) },
    ]);
    expect(await run(engine.folder, "remove", id)).toMatchObject({ code: 0, results: [{ id }] });
    expect((await run(engine.folder, "list")).results).toEqual([]);
  });

  it("fetches the history of a product from its service, for credits that it names", async () => {
    const upstream = await openTestEngine();
    await upstream.import([JSON.parse(productLine("a"))]);
    const engine = await openTestEngine();
    await run(engine.folder, "add", `${upstream.origin()}/v1`, "--key", upstream.key);
    await readOffers(engine, "product/test/a");
    const fetchHistory = (...options: string[]) =>
      run(engine.folder, "history", "product/test/a", ...options);
    expect(await fetchHistory()).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(await fetchHistory("--yes")).toMatchObject({
      code: 0,
      results: [{ product_key: "product/test/a", credits: 369 }],
    });
    expect(await fetchHistory("--yes")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No connected service"),
    });
  });

  it("works without an engine, for one that is started later", async () => {
    const upstream = await openTestEngine();
    await upstream.import([JSON.parse(productLine("a"))]);
    const folder = temporaryFolder();
    expect((await run(folder, "add", `${upstream.origin()}/v1`, "--key", upstream.key)).code).toBe(0);
    const server = await startServe(folder);
    expect((await server.get("/products/offers?ids=product/test/a")).status).toBe(200);
  });

  it.each([
    ["a service that does not answer", ["add", `http://${closedAddress}/v1`, "--key", "k"]],
    ["an address that is none", ["add", "here", "--key", "k"]],
    ["an unknown id", ["remove", "7"]],
    ["an id that is no number", ["remove", "x"]],
  ])("exits with 1 and one line for %s", async (_what, args) => {
    const { code, results, stderr } = await run(temporaryFolder(), ...args);
    expect({ code, results }).toEqual({ code: 1, results: [] });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).not.toContain("Unexpected");
  });

  it("exits with 2 without a key", async () => {
    const { code, stderr } = await runCli([
      "services",
      "add",
      "http://a.example/v1",
      "--data",
      temporaryFolder(),
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("--key");
  });
});

describe("jobs", () => {
  const run = (folder: string, ...args: string[]) => runResults(["jobs", ...args, "--data", folder]);
  const identifiers = ["product/test/a", ...Array.from({ length: 59 }, (_, i) => `missing-${i}`)];

  /** A folder with a metered job that has been charged for its first step. */
  async function prepareJob() {
    const folder = temporaryFolder();
    const db = openStore(folder);
    const { account } = ensureDefaultAccount(db, Date.now());
    await importLines(db, [productLine("a")]);
    const job = { accountId: account.id, isMetered: true, identifiers, include: [], createdMs: Date.now() };
    write(db, (tx) => insertBatchJob(tx, { id: "batch_a", ...job }));
    runBatchStep({ db, clock: systemClock, randomBytes, log: silentLog }, null, Number.POSITIVE_INFINITY);
    closeStore(db);
    return folder;
  }

  it("cancels an unfinished job, and refunds what it has charged", async () => {
    const folder = await prepareJob();
    const used = async () => (await runJson<{ used: number }>("account", "show", "--data", folder)).used;
    expect(await used()).toBeGreaterThan(0);
    const job = { id: "batch_a", total: 60, processed: 20, created_at: expect.any(String) };
    expect((await run(folder, "list")).results).toEqual([{ ...job, status: "processing", error: null }]);
    const error =
      "Stopped after 20 of 60 identifiers: It was cancelled. All credits charged for the job were refunded.";
    const cancelled = { code: 0, stderr: "", results: [{ ...job, status: "failed", error }] };
    expect(await run(folder, "cancel", "batch_a")).toEqual(cancelled);
    expect(await used()).toBe(0);
    expect(await run(folder, "cancel", "batch_a")).toMatchObject({
      code: 1,
      results: [],
      stderr: expect.stringContaining("already ended"),
    });
    const server = await startServe(folder);
    expect(await run(folder, "list")).toMatchObject({ results: [{ status: "failed", processed: 20 }] });
    expect((await server.get("/batch/batch_a")).body).toMatchObject({ error });
  });

  it("a running engine does not continue a job that was cancelled", async () => {
    const engine = await openTestEngine();
    const create = async () => {
      const created = await engine.data("batch.create", { identifiers, include: [] });
      if (!("batch" in created)) throw new Error("It was looked up at once.");
      return created.batch.id;
    };
    const cancelled = await engine.data("jobs.cancel", { id: await create() });
    expect(cancelled).toMatchObject({ status: "failed", error: expect.stringContaining("cancelled") });
    const next = await create();
    await until(async () => {
      const { jobs } = await engine.data("jobs.list", {});
      return jobs.find(({ id }) => id === next)?.status === "completed";
    });
    expect((await run(engine.folder, "list")).results).toMatchObject([{ status: "completed" }, cancelled]);
  });

  it("exits with 1 and one line for an unknown job, also beside a running engine", async () => {
    for (const folder of [temporaryFolder(), (await openTestEngine()).folder]) {
      const { code, results, stderr } = await run(folder, "cancel", "batch_none");
      expect({ code, results }).toEqual({ code: 1, results: [] });
      expect(stderr).toMatch(/^The account has no batch job 'batch_none'\.[^\n]+\n$/);
    }
  });
});
