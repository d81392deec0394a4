import { expect, it } from "vitest";
import { openTestEngine } from "../../support/engine.js";

it.each([
  ["deleted", "DELETE", undefined],
  ["disabled", "PUT", { is_active: false }],
] as const)("the next start restores the app's own webhook that was %s", async (_case, method, body) => {
  const engine = await openTestEngine({ listenerPort: 0 });
  const first = await engine.data("webhooks.listener", {});
  await engine.request(method, `/webhooks/${first.webhook_id}`, body);
  await engine.restart();
  const { webhook_id: id, url } = await engine.data("webhooks.listener", {});
  expect((await engine.get("/webhooks")).body.webhooks).toMatchObject([{ id, url, is_active: true }]);
});
