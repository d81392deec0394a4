import { createElement } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  type Answer,
  expireAnswers,
  foreseeAnswers,
  forgetAnswers,
  useAnswer,
} from "../../../../src/renderer/stores/answers.js";
import { showRulesOf } from "../../../../src/renderer/stores/rules.js";
import type { CallResult, OperationInput, OperationName } from "../../../../src/shared/calls.js";
import {
  type Deferred,
  defer,
  type FakeBridge,
  failure,
  installFakeBridge,
  success,
} from "../../../support/fake-bridge.js";
import { untilPasses } from "../../../support/until.js";

const tags = (name: string) => success<"tags.list">({ tags: [{ name, products: 1 }] });

let bridge: FakeBridge;
let late: Deferred<CallResult<"tags.list">>;
let unmount = () => {};

/** Shows an answer as a view does, and gives what the view was given last. */
async function view<K extends OperationName>(
  operation: K,
  input: OperationInput<K>,
): Promise<() => Answer<K>> {
  let shown: Answer<K> | undefined;
  unmount = await mountHook(() => {
    shown = useAnswer(operation, input);
  });
  await untilPasses(() => expect(bridge.calls.length).toBe(1));
  return () => shown as Answer<K>;
}

beforeEach(async () => {
  late = defer();
  const answers = [late.promise];
  bridge = await installFakeBridge({ "tags.list": () => answers.shift() ?? tags("new") });
  forgetAnswers(true);
});

afterEach(() => unmount());

it("asks again where the answer on its way may be of before what was done", async () => {
  const shown = await view("tags.list", {});
  shown().refresh();
  shown().refresh();
  late.resolve(tags("old"));
  await untilPasses(() => expect(shown().data).toEqual(tags("new").data));
  expect(bridge.calls).toHaveLength(2);
});

it("asks again after an answer that expired on its way", async () => {
  const shown = await view("tags.list", {});
  expireAnswers("tags.list");
  late.resolve(tags("old"));
  await untilPasses(() => expect(shown().data).toEqual(tags("new").data));
  expect(bridge.calls).toHaveLength(2);
});

it("shows a first answer although changes follow each other faster than the engine answers", async () => {
  const answers = [late, defer<CallResult<"tags.list">>()];
  bridge.handle({ "tags.list": () => answers[bridge.calls.length - 1]?.promise ?? tags("new") });
  const shown = await view("tags.list", {});
  for (let change = 0; change < 3; change++) {
    expireAnswers("tags.list");
    await new Promise(setImmediate);
  }
  expect(bridge.calls).toHaveLength(1);
  late.resolve(tags("old"));
  await untilPasses(() => expect(shown().data).toEqual(tags("old").data));
  answers[1]?.resolve(tags("new"));
  await untilPasses(() => expect(shown().data).toEqual(tags("new").data));
  expect(bridge.calls).toHaveLength(2);
});

it("asks again for a history whose prices have changed", async () => {
  const history = () => success<"offers.history">({ data: [] });
  bridge.handle({ "offers.history": history });
  const shown = await view("offers.history", { ids: ["kettle"], start: "2026-06-01", end: "2026-06-15" });
  await untilPasses(() => expect(shown().data).not.toBeNull());
  expireAnswers("offers.history");
  await untilPasses(() => expect(bridge.calls).toHaveLength(2));
});

it("keeps a good answer beside the failure of a newer one", async () => {
  const shown = await view("tags.list", {});
  late.resolve(tags("old"));
  await untilPasses(() => expect(shown().data).not.toBeNull());
  bridge.handle({ "tags.list": () => failure("ERR_INTERNAL") });
  shown().refresh();
  await untilPasses(() => expect(shown().error?.code).toBe("ERR_INTERNAL"));
  expect(shown().data).toEqual(tags("old").data);
});

it("forgets a product that is gone", async () => {
  const shown = await view("tags.list", {});
  late.resolve(tags("old"));
  await untilPasses(() => expect(shown().data).not.toBeNull());
  bridge.handle({ "tags.list": () => failure("ERR_PRODUCT_NOT_FOUND") });
  shown().refresh();
  await untilPasses(() => expect(shown().error).not.toBeNull());
  expect(shown().data).toBeNull();
});

it("shows what a call is about to change, until the engine's answer shows what it did", async () => {
  const shown = await view("tags.list", {});
  late.resolve(tags("old"));
  await untilPasses(() => expect(shown().data).not.toBeNull());
  foreseeAnswers("tags.list", () => ({ tags: [] }));
  await untilPasses(() => expect(shown().data).toEqual({ tags: [] }));
  expireAnswers("tags.list");
  await untilPasses(() => expect(shown().data).toEqual(tags("new").data));
});

it("asks again what failed, when failures are forgotten", async () => {
  const shown = await view("tags.list", {});
  late.resolve(failure("ERR_INTERNAL"));
  await untilPasses(() => expect(shown().error).not.toBeNull());
  bridge.handle({ "tags.list": () => tags("new") });
  forgetAnswers(false);
  await untilPasses(() => expect(shown().data).toEqual(tags("new").data));
  expect(shown().error).toBeNull();
});

/** The minimal DOM that React needs to mount a component that renders nothing. */
function emptyPage() {
  const document = { nodeType: 9, addEventListener: () => undefined };
  const namespaceURI = "http://www.w3.org/1999/xhtml";
  const root = { ...document, nodeType: 1, tagName: "DIV", namespaceURI, ownerDocument: document };
  return { document, root: root as unknown as Element };
}

function Part({ useHook }: { readonly useHook: () => void }) {
  useHook();
  return null;
}

/** Mounts a component that runs only the hook, including effects. Returns a function that unmounts it. Needs a bridge. */
async function mountHook(useHook: () => void): Promise<() => void> {
  const { document, root } = emptyPage();
  Object.assign(globalThis, { document });
  Object.assign(globalThis.window, { document, HTMLIFrameElement: class {} });
  const { createRoot } = await import("react-dom/client");
  const mounted = createRoot(root);
  mounted.render(createElement(Part, { useHook }));
  return () => mounted.unmount();
}

it("asks for a product's currency again after a change of its rules, because a target decides it", async () => {
  const currencies = ["USD", "EUR"];
  bridge = await installFakeBridge({
    "offers.foreign": () =>
      success<"offers.foreign">({ currencies: [], shown_currency: currencies.shift() ?? null }),
  });
  const shown = await view("offers.foreign", { product_key: "product/telescope/1" });
  await untilPasses(() => expect(shown().data?.shown_currency).toBe("USD"));
  await showRulesOf([null]);
  await untilPasses(() => expect(shown().data?.shown_currency).toBe("EUR"));
});
