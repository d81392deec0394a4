import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { batchJobById } from "../../src/main/engine/db/batch/batch-job.js";
import { change, write } from "../../src/main/engine/db/store.js";
import { perform } from "../../src/main/engine/operations/perform.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import { products } from "../support/catalogue.js";
import { createAccountKey, expectError, expectOk, setupEngine } from "../support/contract.js";
import type { ApiResponse } from "../support/network.js";

const engine = setupEngine(products);

const batchPath = "/products/batch";

function postBatch(body: unknown, key = engine().key): Promise<ApiResponse> {
  return engine().request("POST", batchPath, body, { key });
}

/** Polls a job until it has ended. */
async function waitForEnd(id: string, key: string): Promise<ApiResponse> {
  for (;;) {
    const response = expectOk(await engine().request("GET", `/batch/${id}`, undefined, { key }));
    if (!["pending", "processing"].includes(response.body.batch.status)) return response;
  }
}

async function startJob(identifiers: readonly string[], key: string, include: string[] = []) {
  const response = await postBatch({ identifiers, include }, key);
  expect(response.status, response.text).toBe(202);
  return response.body.batch;
}

async function readBalance(key: string): Promise<number> {
  return (await engine().get("/usage", { key })).body.meta.credits_remaining;
}

function unknownIdentifiers(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `zzqx-${i}-nothing`);
}

it("returns the results of a small batch immediately, in request order [§4 POST /products/batch; §2 BatchResult; §2 BatchSummary; decision 23]", async () => {
  const { body, status } = await postBatch({ identifiers: ["AH-100", "zzqx-nothing", "0036000291452"] });
  expect(status).toBe(200);
  expect(body.results.map((result) => [result.identifier, result.status])).toEqual([
    ["AH-100", "found"],
    ["zzqx-nothing", "not_found"],
    ["0036000291452", "found"],
  ]);
  expect(body.results[0]?.product).toMatchObject({
    service: "product/aurora-headphones/p1",
    match: { identifier: "AH-100", by: "model" },
  });
  expect(body.results[1]).toEqual({ identifier: "zzqx-nothing", status: "not_found", product: null });
  expect(body.summary).toEqual({ total: 3, found: 2, not_found: 1 });
  expect(body.meta.credits_used).toBe(1);
});

it("includes requested offers and reviews, and charges for them [§8 cost of batch; §2 BatchResult]", async () => {
  const identifiers = ["AH-100", "B0AURORA01"];
  const plain = await postBatch({ identifiers });
  expect(plain.body.results[0]).not.toHaveProperty("offers");
  expect(plain.body.results[0]).not.toHaveProperty("review");
  const both = await postBatch({ identifiers, include: ["offers", "reviews"] });
  const [first] = both.body.results;
  expect(first?.offers?.length).toBeGreaterThan(0);
  expect(first?.offers?.every(({ history }) => history.length === 0)).toBe(true);
  expect(first?.review).toMatchObject({ headline: expect.any(String) });
  expect([plain.body.meta.credits_used, both.body.meta.credits_used]).toEqual([1, 1 + 3 + 1]);
  for (const [include, cost] of Object.entries({ offers: 1 + 3, reviews: 1 + 1 }))
    expect((await postBatch({ identifiers, include: [include] })).body.meta.credits_used).toBe(cost);
  const bare = await postBatch({ identifiers: ["Bare Kettle"], include: ["offers", "reviews"] });
  expect(bare.body.results).toMatchObject([{ status: "found", offers: [], review: null }]);
  expect(bare.body.meta.credits_used).toBe(1);
});

it("charges nothing for identifiers that match nothing [§8 cost of batch]", async () => {
  const { body } = await postBatch({ identifiers: unknownIdentifiers(3), include: ["offers", "reviews"] });
  expect(body.meta.credits_used).toBe(0);
  expect(body.results[0]).toMatchObject({ product: null, offers: [], review: null });
});

it("counts identifiers as sent, so that a 21st makes the batch a job [§8 synchronous batch; decision 23]", async () => {
  const key = createAccountKey(engine());
  const twenty = Array.from({ length: 20 }, () => "AH-100");
  expect((await postBatch({ identifiers: twenty }, key)).status).toBe(200);
  expect((await postBatch({ identifiers: [...twenty, "AH-100"] }, key)).status).toBe(202);
});

it("charges a product once, however many identifiers match it [decision 23]", async () => {
  const { body } = await postBatch({ identifiers: ["AH-100", "AH-100", "ah-100", " AH-100 "] });
  expect(body.results.map(({ status }) => status)).toEqual(["found", "found", "found", "found"]);
  expect(body.results[3]?.identifier).toBe(" AH-100 ");
  expect(body.meta.credits_used).toBe(1);
});

it("rejects a whole batch that the balance does not cover [decision 19]", async () => {
  const key = createAccountKey(engine(), 4);
  const response = await postBatch({ identifiers: ["AH-100"], include: ["offers", "reviews"] }, key);
  expectError(response, "ERR_CREDITS_EXHAUSTED");
  expect(await readBalance(key)).toBe(4);
});

it("starts a job, and reports meta in response headers only [§2 BatchJob; §4 POST /products/batch; decision 7; decision 37]", async () => {
  const key = createAccountKey(engine());
  const response = await postBatch({ identifiers: ["AH-100", ...unknownIdentifiers(30)] }, key);
  expect(response.status).toBe(202);
  expect(response.body).toEqual({
    success: true,
    batch: {
      id: expect.stringMatching(/^batch_\w+$/),
      status: "pending",
      total: 31,
      processed: 0,
      poll_url: `/v1/batch/${response.body.batch.id}`,
      estimated_seconds: expect.any(Number),
    },
  });
  expect(response.body.batch.estimated_seconds).toBeGreaterThanOrEqual(1);
  expect(response.headers.get("x-credits-used")).toBe("0");
  expect(response.headers.get("x-credits-remaining")).toBe("100000");
  const ended = await waitForEnd(response.body.batch.id, key);
  expect(ended.body).not.toHaveProperty("meta");
  expect(ended.headers.get("x-request-id")).toMatch(/^req_/);
});

it("returns all results of a completed job in order, and charges once [§4 GET /batch/{batchId}; §3 batch job; §8 cost of batch]", async () => {
  const key = createAccountKey(engine());
  const identifiers = [
    "AH-100",
    ...unknownIdentifiers(40),
    "B0AURORA01",
    ...unknownIdentifiers(40),
    "036000291452",
  ];
  const { id } = await startJob(identifiers, key, ["offers", "reviews"]);
  const { body } = await waitForEnd(id, key);
  expect(body.batch).toMatchObject({ id, status: "completed", total: 83, processed: 83 });
  expect(body.batch).not.toHaveProperty("estimated_seconds");
  expect(body.results.map(({ identifier }) => identifier)).toEqual(identifiers);
  expect(body.summary).toEqual({ total: 83, found: 3, not_found: 80 });
  expect(await readBalance(key)).toBe(100_000 - (1 + 3 + 1));
});

it("reports a job's progress in steps of at most 20 [§3 batch job; decision 24]", async () => {
  const key = createAccountKey(engine());
  const { id } = await startJob(unknownIdentifiers(100), key);
  let before = 0;
  for (;;) {
    const { batch, results, summary } = (await engine().get(`/batch/${id}`, { key })).body;
    expect(batch.processed).toBeGreaterThanOrEqual(before);
    before = batch.processed;
    if (batch.status === "completed") break;
    expect([results, summary]).toEqual([undefined, undefined]);
    expect(batch.status).toBe(batch.processed === 0 ? "pending" : "processing");
  }
  expect(before).toBe(100);
});

it("accepts a job whatever the balance, and refunds it with a reason when credits run out [§4 GET /batch/{batchId}; decision 24; decision 37; §3 batch job]", async () => {
  const key = createAccountKey(engine(), 4);
  const { id } = await startJob([...unknownIdentifiers(40), "AH-100"], key, ["offers", "reviews"]);
  const { body } = await waitForEnd(id, key);
  expect(body.batch.status).toBe("failed");
  // The step that cannot be paid is not counted.
  expect(body.batch.processed).toBeGreaterThan(20);
  expect(body.batch.processed).toBeLessThanOrEqual(40);
  expect((body as unknown as { error: string }).error).toMatch(/5 credits.*4 are left.*refunded/);
  expect(body).not.toHaveProperty("results");
  expect(await readBalance(key)).toBe(4);
});

it("refuses a job while 20 are unfinished, without counting the request [decision 50]", async () => {
  const key = createAccountKey(engine());
  const { id } = await startJob(unknownIdentifiers(30), key);
  await waitForEnd(id, key);
  const accountId = batchJobById(engine().db, id)?.accountId ?? 0;
  const context = {
    db: engine().db,
    clock: engine().clock,
    randomBytes,
    log: silentLog,
    effects: noEffects,
  };
  const create = (count: number) => {
    const input = () => ({ identifiers: unknownIdentifiers(count) });
    const caller = { kind: "key", accountId, isReadOnly: false } as const;
    return perform(context, { caller, call: { operation: "batch.create", input } });
  };
  // In one turn, so that the engine's worker finishes none of them.
  const jobs = Array.from({ length: 20 }, () => create(30));
  const [refused, small] = [create(30), create(20)];
  expect(jobs.filter(({ ok }) => !ok)).toEqual([]);
  expect(small.ok).toBe(true);
  expect(refused).toMatchObject({
    ok: false,
    error: {
      code: "ERR_RATE_LIMIT",
      message: expect.stringContaining("20 unfinished batch jobs"),
      retryAfterSeconds: expect.any(Number),
    },
  });
  expect(small.meta.rate_limit_remaining).toBe((refused.meta.rate_limit_remaining ?? 0) - 1);
});

it("refuses a job while the account's jobs of a week take 500 MB, without counting the request [decision 50]", async () => {
  const [key, other] = [createAccountKey(engine()), createAccountKey(engine())];
  await startJob(unknownIdentifiers(21), key);
  engine().clock.advance(60_000);
  const { id } = await startJob(unknownIdentifiers(21), key);
  await waitForEnd(id, key);
  const store = (bytes: number) =>
    write(engine().db, (tx) => change(tx, "UPDATE batch_job SET bytes = ? WHERE id = ?", bytes, id));
  store(499_990_000);
  const full = await startJob(unknownIdentifiers(100), key);
  await waitForEnd(full.id, key);
  store(500_000_000);
  const refused = expectError(
    await postBatch({ identifiers: unknownIdentifiers(21) }, key),
    "ERR_RATE_LIMIT",
  );
  expect(refused.body.error).toContain("batch jobs of the last 7 days take 500 MB");
  const small = expectOk(await postBatch({ identifiers: unknownIdentifiers(20) }, key));
  expect(small.body.meta.rate_limit_remaining).toBe(refused.body.meta.rate_limit_remaining - 1);
  await startJob(unknownIdentifiers(21), other);
  engine().clock.advance(Number(refused.headers.get("retry-after")) * 1_000);
  await startJob(unknownIdentifiers(21), key);
});

it("continues a job after a restart [decision 24]", async () => {
  const key = createAccountKey(engine());
  const { id } = await startJob(["AH-100", ...unknownIdentifiers(99)], key);
  await engine().restart();
  const { body } = await waitForEnd(id, key);
  expect(body.batch).toMatchObject({ status: "completed", processed: 100 });
  expect(await readBalance(key)).toBe(99_999);
});

it("keeps a job for 7 days [decision 24; §7 ERR_ENDPOINT_NOT_FOUND]", async () => {
  const key = createAccountKey(engine());
  const { id } = await startJob(unknownIdentifiers(21), key);
  await waitForEnd(id, key);
  engine().clock.advance(7 * 86_400_000 - 1);
  expectOk(await engine().get(`/batch/${id}`, { key }));
  engine().clock.advance(1);
  expectError(await engine().get(`/batch/${id}`, { key }), "ERR_ENDPOINT_NOT_FOUND");
});

it("hides a job from other accounts [§4 GET /batch/{batchId}; §7 ERR_ENDPOINT_NOT_FOUND]", async () => {
  const [mine, theirs] = [createAccountKey(engine()), createAccountKey(engine())];
  const { id } = await startJob(unknownIdentifiers(21), mine);
  for (const wrong of [id, "batch_nothing", "%00", "x".repeat(300)])
    expectError(await engine().get(`/batch/${wrong}`, { key: theirs }), "ERR_ENDPOINT_NOT_FOUND");
  expectOk(await engine().get(`/batch/${id}`, { key: mine }));
});

it("charges nothing for polling a job [§8 cost of batch; decision 5]", async () => {
  const key = createAccountKey(engine());
  const { id } = await startJob(unknownIdentifiers(21), key);
  const response = expectOk(await engine().get(`/batch/${id}`, { key }));
  expect(response.headers.get("x-credits-used")).toBe("0");
});

it("returns 400 for an invalid batch, naming the field [decision 23; §7 ERR_INVALID_PARAMS; §8 identifiers; §8 batch minimum]", async () => {
  const wrong: [unknown, string][] = [
    [{}, "identifiers"],
    [{ identifiers: [] }, "identifiers"],
    [{ identifiers: unknownIdentifiers(101) }, "identifiers"],
    [{ identifiers: ["AH-100"], include: ["prices"] }, "include"],
    [{ ids: ["AH-100"] }, "identifiers"],
  ];
  for (const [body, name] of wrong) {
    const response = expectError(await postBatch(body), "ERR_INVALID_PARAMS");
    expect(response.body.error).toContain(`'${name}'`);
  }
});

it("takes null for an optional field as omitted [decision 70]", async () => {
  const { body } = expectOk(await postBatch({ identifiers: ["AH-100"], include: null }));
  expect(body.results[0]).not.toHaveProperty("offers");
  const missing = expectError(await postBatch({ identifiers: null }), "ERR_INVALID_PARAMS");
  expect(missing.body.error).toBe("The parameter 'identifiers' is required.");
});

it("accepts only JSON with a JSON content type, up to 1 MiB [decision 8]", async () => {
  const send = (body: string | Uint8Array<ArrayBuffer>, type: string | null = "application/json") =>
    engine().request("POST", batchPath, undefined, {
      body,
      headers: type === null ? {} : { "Content-Type": type },
    });
  const good = '{"identifiers":["AH-100"]}';
  expectOk(await send(good, "application/json; charset=utf-8"));
  for (const bad of ["", "{", "null", "[]", '"text"', "7", "\u0000", `${good},`])
    expectError(await send(bad), "ERR_INVALID_PARAMS");
  const headers = { "Content-Type": "application/json", "Content-Encoding": "gzip" };
  const packed = { body: gzipSync(good), headers };
  const zipped = await engine().request("POST", batchPath, undefined, packed);
  expect(expectError(zipped, "ERR_INVALID_PARAMS").body.error).toContain("'gzip'");
  const latin1 = Uint8Array.from(Buffer.from('{"identifiers":["caf\u00e9"]}', "latin1"));
  expectError(await send(latin1), "ERR_INVALID_PARAMS");
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
    expectError(await send(good, type), "ERR_INVALID_PARAMS");
  const padded = (bytes: number) => good + " ".repeat(bytes - good.length);
  expectOk(await send(padded(1_048_576)));
  expectError(await send(padded(1_048_577)), "ERR_INVALID_PARAMS");
  expectOk(await engine().get("/usage"));
});
