import { describe, expect, it, onTestFinished } from "vitest";
import { startTestEngine } from "../../support/engine.js";

async function setUp() {
  const engine = await startTestEngine({ listenerPort: 0 });
  onTestFinished(() => engine.stop());
  const state = async () => {
    const result = await engine.call("webhooks.listener", {});
    if (!result.ok) throw new Error(result.error.message);
    return result.data;
  };
  const { webhook_id: id, url } = await state();
  return { engine, state, id, url };
}

describe("the state of the app's own webhook", () => {
  it("is well after the start", async () => {
    const { state } = await setUp();
    expect(await state()).toMatchObject({ webhook_id: expect.stringMatching(/^wh_/), problem: null });
  });

  it("says that it was deleted, and is well again after the next start", async () => {
    const { engine, state, id } = await setUp();
    await engine.ask("DELETE", `/webhooks/${id}`);
    expect(await state()).toMatchObject({ webhook_id: null, problem: expect.stringContaining("deleted") });
    await engine.restart();
    expect(await state()).toMatchObject({ webhook_id: expect.stringMatching(/^wh_/), problem: null });
  });

  it("says that it is disabled", async () => {
    const { engine, state, id } = await setUp();
    await engine.ask("PUT", `/webhooks/${id}`, { is_active: false });
    expect(await state()).toMatchObject({ webhook_id: id, problem: expect.stringContaining("disabled") });
    await engine.ask("PUT", `/webhooks/${id}`, { is_active: true });
    expect((await state()).problem).toBeNull();
  });

  it("says that it leads elsewhere", async () => {
    const { engine, state, id, url } = await setUp();
    await engine.ask("PUT", `/webhooks/${id}`, { url: "https://elsewhere.example/" });
    expect(await state()).toMatchObject({
      webhook_id: id,
      problem: expect.stringContaining("another address"),
    });
    await engine.ask("PUT", `/webhooks/${id}`, { url });
    expect((await state()).problem).toBeNull();
  });
});
