import { expect, test, vi } from "vitest";
import { forwardCall } from "../../../../src/main/ipc/engine-call.js";

const answer = { ok: true, data: { products: 0 }, meta: null } as const;

test("passes plain input on as it is", async () => {
  const call = vi.fn(async () => answer);
  expect(await forwardCall(call, "products.get", { ids: "B0" })).toBe(answer);
  expect(call).toHaveBeenCalledWith("products.get", { ids: "B0" });
});

test("leaves judging the input to the engine", async () => {
  const call = vi.fn(async () => answer);
  await forwardCall(call, "products.get", { ids: 17, other: [null] });
  expect(call).toHaveBeenCalledOnce();
});

test.each([
  ["too much", { ids: "x".repeat(1_048_576) }],
  ["numbers that are not data", { ids: 1n }],
  ["functions", () => undefined],
])("refuses %s", async (_name, input) => {
  const call = vi.fn(async () => answer);
  expect(await forwardCall(call, "products.get", input)).toMatchObject({ error: { code: "BAD_CALL" } });
  expect(call).not.toHaveBeenCalled();
});
