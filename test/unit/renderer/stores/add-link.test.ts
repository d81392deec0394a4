import { beforeEach, expect, it } from "vitest";
import { addLink } from "../../../../src/renderer/stores/add-link.js";
import { go, goBack, home, useNavigation, visitNow } from "../../../../src/renderer/stores/navigation.js";
import { actOnNotice, useNotices } from "../../../../src/renderer/stores/notices.js";
import type { CallResult } from "../../../../src/shared/calls.js";
import { type Deferred, defer, installFakeBridge, success } from "../../../support/fake-bridge.js";

const url = "https://shop.example/p/lantern";
const product = { view: "product", productKey: "product/lantern/1" } as const;
const added = success<"links.add">({
  outcome: "added",
  product_key: product.productKey,
  is_known_product: false,
});
let late: Deferred<CallResult<"links.add">>;

beforeEach(async () => {
  late = defer();
  await installFakeBridge({ "links.add": () => late.promise });
  useNotices.setState({ shown: [] });
  useNavigation.setState({ stack: [home], position: 0 });
  go({ view: "search", query: url, unknown: url });
});

it("opens the product for a shopper who waits", async () => {
  const adding = addLink({ url }, visitNow());
  late.resolve(added);
  await adding;
  expect(visitNow()).toEqual(product);
  expect(useNotices.getState().shown).toEqual([]);
});

it("tells a shopper who has gone elsewhere, and opens it when told to", async () => {
  const adding = addLink({ url }, visitNow());
  go({ view: "deals" });
  late.resolve(added);
  await adding;
  expect(visitNow()).toEqual({ view: "deals" });
  const [notice] = useNotices.getState().shown;
  expect(notice?.text).toBe("The page of shop.example is added.");
  expect(notice?.action?.label).toBe("Open");
  if (notice) actOnNotice(notice);
  expect(visitNow()).toEqual(product);
});

it("opens the product for a shopper who is back", async () => {
  const adding = addLink({ url }, visitNow());
  go({ view: "deals" });
  goBack();
  late.resolve(added);
  await adding;
  expect(visitNow()).toEqual(product);
});
