import { expect, test, vi } from "vitest";
import { forwardCall } from "../../../../src/main/ipc/engine-call.js";

const answer = { ok: true, data: { products: 0 } } as const;

test("an engine call from the window passes plain input on unchanged", async () => {
  const call = vi.fn(async () => answer);
  expect(await forwardCall(call, "products.get", { ids: "B0" })).toBe(answer);
  expect(call).toHaveBeenCalledWith("products.get", { ids: "B0" });
});

test("an engine call from the window leaves the validation of its input to the engine", async () => {
  const call = vi.fn(async () => answer);
  await forwardCall(call, "products.get", { ids: 17, other: [null] });
  expect(call).toHaveBeenCalledOnce();
});

test.each([
  ["too large an input", { ids: "x".repeat(1_048_576) }],
  ["a bigint", { ids: 1n }],
  ["a function", () => undefined],
])("an engine call from the window is refused with %s", async (_name, input) => {
  const call = vi.fn(async () => answer);
  expect(await forwardCall(call, "products.get", input)).toMatchObject({ error: { code: "BAD_CALL" } });
  expect(call).not.toHaveBeenCalled();
});
