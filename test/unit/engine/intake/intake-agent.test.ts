import { expect, it, onTestFinished } from "vitest";
import { IntakeAgent } from "../../../../src/main/engine/intake/intake-agent.js";
import { undoAct } from "../../../../src/main/engine/operations/acts/acts.js";
import { addLinks, type Reading } from "../../../../src/main/engine/operations/intake/links.js";
import { shownPage } from "../../../../src/main/engine/sources/page/fetch-outcome.js";
import { directPageReader } from "../../../../src/main/engine/sources/page/page-reader.js";
import type { PageVisitor } from "../../../../src/main/engine/sources/page/visitor.js";
import { actingContext } from "../../../support/acting-context.js";
import { openTestStore } from "../../../support/folder.js";
import { until } from "../../../support/until.js";

/** Visits that end with the program. */
function endlessVisitor(visited: string[]): PageVisitor {
  return {
    reader: directPageReader,
    canRender: false,
    visit: (url, { signal }) => {
      visited.push(new URL(url).pathname);
      return new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve({ kind: "paused", waitMs: 0, isRequested: false })),
      );
    },
  };
}

it("a link for which the user waits joins the line of a shop at once, beside a background visit of it", async () => {
  const nowMs = 1_800_000_000_000;
  const reading: Reading = new Map();
  const context = { ...actingContext(openTestStore(), () => nowMs), reading };
  const visited: string[] = [];
  const visitor = endlessVisitor(visited);
  const agent = new IntakeAgent({ ...context, visitor, isOffline: () => false, onChanged: () => undefined });
  onTestFinished(() => agent.stop());
  const add = (paths: readonly string[], is_urgent: boolean) =>
    addLinks(context, {
      links: paths.map((path) => ({ text: `https://shop.example${path}`, options: {} })),
      is_urgent,
    });
  await add(["/p/one", "/p/two"], false);
  agent.runDue();
  await until(() => visited.length === 1);
  expect(visited).toEqual(["/p/one"]);
  await add(["/p/urgent"], true);
  agent.runDue();
  await until(() => visited.length === 2);
  expect(visited).toEqual(["/p/one", "/p/urgent"]);
});

it("the window hears of a link's card before it reads the watch list again", async () => {
  const offer = { "@type": "Offer", price: "30.00", priceCurrency: "USD" };
  const product = {
    "@context": "https://schema.org",
    "@type": "Product",
    name: "Trail Lantern",
    offers: offer,
  };
  const html = `<script type="application/ld+json">${JSON.stringify(product)}</script>`;
  const heard: string[] = [];
  const context = { ...actingContext(openTestStore(), () => 1_800_000_000_000), reading: new Map() };
  const agent = new IntakeAgent({
    ...context,
    effects: { ...context.effects, wakeWorker: (work) => void heard.push(`wake ${work}`) },
    visitor: {
      reader: directPageReader,
      canRender: false,
      visit: async (url) => ({ kind: "done", result: shownPage(url, html) }),
    },
    isOffline: () => false,
    onChanged: (kind) => void heard.push(kind),
  });
  onTestFinished(() => agent.stop());
  await addLinks(context, {
    links: [{ text: "https://shop.example/p/lantern", options: {} }],
    is_urgent: true,
  });
  agent.runDue();
  await agent.visitEnded();
  // The first says that the page is being read.
  expect(heard).toEqual(["links", "wake archive", "links", "wake schedules", "wake links"]);
});

it("links of requests that were undone do not count as waiting", async () => {
  const context = { ...actingContext(openTestStore(), () => 1_800_000_000_000), reading: new Map() };
  const links = Array.from({ length: 300 }, (_, n) => ({ text: `https://shop.example/p/${n}`, options: {} }));
  const { act_id: id } = await addLinks(context, { links, is_urgent: true });
  await undoAct(context, { id: id ?? 0 });
  expect((await addLinks(context, { links, is_urgent: true })).links).toHaveLength(300);
});
