import { randomBytes } from "node:crypto";
import { expect, it, vi } from "vitest";
import { ensureDefaultAccount } from "../../src/main/engine/operations/account/accounts.js";
import { groupCommit } from "../../src/main/engine/operations/group-commit.js";
import { perform } from "../../src/main/engine/operations/perform.js";
import { noEffects } from "../../src/main/engine/operations/request/effects.js";
import { silentLog } from "../../src/main/engine/process/log.js";
import type { ContractOperation } from "../../src/shared/contract/operations.js";
import { importLines, nowMs, productLine } from "../integration/catalogue/catalogue-files.js";
import { openTestStore, temporaryFolder } from "../support/folder.js";

const webhook = { url: "https://shop.example/", events: ["price_drop"] };
const ids = ["product/test/a"];

async function setUp() {
  const folder = temporaryFolder();
  await importLines(openTestStore(folder), [productLine("a")]);
  const db = openTestStore(folder);
  const { account } = ensureDefaultAccount(db, nowMs);
  const context = { db, clock: { now: () => nowMs }, randomBytes, log: silentLog, effects: noEffects };
  const exec = vi.spyOn(db.connection, "exec");
  const request = (operation: ContractOperation, input: unknown) => ({
    caller: { kind: "key" as const, accountId: account.id, isReadOnly: false },
    call: { operation, input: () => input },
  });
  return { context, request, hasWaited: () => exec.mock.calls.some(([source]) => /FULL/.test(source)) };
}

it.each<[ContractOperation, unknown, boolean]>([
  ["schedules.put", { ids, schedule: "daily" }, true],
  ["schedules.delete", { ids }, true],
  ["webhooks.create", webhook, true],
  ["products.get", { ids }, false],
  ["batch.create", { identifiers: ids }, false],
  ["webhooks.list", {}, false],
])("%s waits for the disk only if it changes what the user has set up", async (operation, input, waits) => {
  const { context, request, hasWaited } = await setUp();
  expect(perform(context, request(operation, input)).ok).toBe(true);
  expect(hasWaited()).toBe(waits);
});

it("a shared commit waits for the disk if one of its requests has to", async () => {
  const { context, request, hasWaited } = await setUp();
  const commit = groupCommit(context);
  await commit(request("products.get", { ids }));
  expect(hasWaited()).toBe(false);
  await Promise.all([commit(request("products.get", { ids })), commit(request("webhooks.create", webhook))]);
  expect(hasWaited()).toBe(true);
});
