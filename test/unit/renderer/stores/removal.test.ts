import { expect, it } from "vitest";
import { undo } from "../../../../src/renderer/stores/acts.js";
import { addViewed, useProducts } from "../../../../src/renderer/stores/products.js";
import { removeProducts } from "../../../../src/renderer/stores/removal.js";
import type { Product } from "../../../../src/shared/contract/product.js";
import { installFakeBridge, success } from "../../../support/fake-bridge.js";

const viewed = () => useProducts.getState().recent.map(({ service }) => service);

it("takes only removed products out of those viewed last, until that is undone", async () => {
  const subject = { title: "Kettle", count: 1 };
  const act = {
    id: 7,
    kind: "products.remove",
    subject,
    at: "2026-06-15T12:00:00.000Z",
    is_undone: true,
  } as const;
  await installFakeBridge({
    "products.remove": () => success<"products.remove">({ removed: 1, act_id: 7 }),
    "acts.undo": () => success<"acts.undo">({ act, kept: [] }),
  });
  for (const service of ["lantern", "kettle"]) addViewed({ service } as Product);
  await removeProducts([{ product_key: "kettle", title: "Kettle" }]);
  expect(viewed()).toEqual(["lantern"]);
  await undo(7);
  expect(viewed()).toEqual(["kettle", "lantern"]);
});
