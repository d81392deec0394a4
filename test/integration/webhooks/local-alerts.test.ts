import { describe, expect, it } from "vitest";
import { openTestEngine } from "../../support/engine.js";

async function setUp() {
  const engine = await openTestEngine({ listenerPort: 0 });
  const state = async () => {
    const result = await engine.call("webhooks.listener", {});
    if (!result.ok) throw new Error(result.error.message);
    return result.data;
  };
  const { webhook_id: id, url } = await state();
  return { engine, state, id, url };
}

describe("webhooks.listener", () => {
  it("reports no error of the app's own webhook after the start", async () => {
    const { state } = await setUp();
    expect(await state()).toMatchObject({ webhook_id: expect.stringMatching(/^wh_/), problem: null });
  });

  it("reports that the app's own webhook was deleted, until the next start recreates it", async () => {
    const { engine, state, id } = await setUp();
    await engine.request("DELETE", `/webhooks/${id}`);
    expect(await state()).toMatchObject({ webhook_id: null, problem: expect.stringContaining("deleted") });
    await engine.restart();
    expect(await state()).toMatchObject({ webhook_id: expect.stringMatching(/^wh_/), problem: null });
  });

  it("reports that the app's own webhook is disabled, until the next start enables it", async () => {
    const { engine, state, id } = await setUp();
    await engine.request("PUT", `/webhooks/${id}`, { is_active: false });
    expect(await state()).toMatchObject({ webhook_id: id, problem: expect.stringContaining("disabled") });
    await engine.restart();
    expect(await state()).toMatchObject({ webhook_id: id, problem: null });
  });

  it("reports that the app's own webhook has another address", async () => {
    const { engine, state, id, url } = await setUp();
    await engine.request("PUT", `/webhooks/${id}`, { url: "https://elsewhere.example/" });
    expect(await state()).toMatchObject({
      webhook_id: id,
      problem: expect.stringContaining("another address"),
    });
    await engine.request("PUT", `/webhooks/${id}`, { url });
    expect((await state()).problem).toBeNull();
  });
});
