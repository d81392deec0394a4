import { expect, it } from "vitest";
import { nextSteps, sharedCause } from "../../../src/renderer/components/adding/steps.js";
import type { Entry } from "../../../src/renderer/stores/adding/entries.js";
import type { UnreadCause } from "../../../src/shared/app/unreached.js";

function stepsAfter(
  cause: UnreadCause | null,
  isRendered: boolean,
  url: string | null,
  page: { title?: null; list?: { items: number } } = {},
  canClick = true,
) {
  const unread = {
    outcome: "unread",
    host: "shop.example",
    reason: "",
    advice: null,
    title: "Lamp",
  } as const;
  return nextSteps({ ...unread, ...page, cause, is_rendered: isRendered }, url, canClick);
}

const link = "https://shop.example/p/1";

it.each([
  ["refused", link, "open"],
  ["captcha", "http://shop.example/p/1", "copy"],
  ["no-product", link, "click"],
  ["out-of-stock", link, "back"],
  ["too large", link, "hidden"],
  ["timeout", link, "again"],
  ["missing", link, "open"],
  ["rate-limit", link, "by-hand"],
  [null, link, "again"],
] as const)("after %s, the most promising step for %s is %s", (cause, url, step) => {
  expect(stepsAfter(cause, false, url)[0]).toBe(step);
});

it("a page that was loaded in the background is not offered to be loaded there again", () => {
  expect(stepsAfter("too large", true, link)).toEqual(["by-hand", "open"]);
  expect(stepsAfter("no-product", true, link)).not.toContain("hidden");
});

it("only the page of a named product can be watched until it is back", () => {
  for (const cause of ["out-of-stock", "no-product"] as const) {
    expect(stepsAfter(cause, false, link)).toContain("back");
    expect(stepsAfter(cause, false, link, { title: null })).not.toContain("back");
    expect(stepsAfter(cause, false, link, { list: { items: 9 } })).not.toContain("back");
  }
  expect(stepsAfter("refused", false, link)).not.toContain("back");
});

it("a page that the shop does not send cannot be clicked or rendered", () => {
  for (const cause of ["missing", "error", "timeout", "network", "tls"] as const)
    expect(stepsAfter(cause, false, link)).not.toEqual(expect.arrayContaining(["click"]));
});

it("a browser on another device offers no window to click the price in", () => {
  expect(stepsAfter("no-product", false, link, {}, false)).toEqual([
    "by-hand",
    "hidden",
    "open",
    "back",
    "again",
  ]);
});

it("links of different shops share a card if neither can be reached for the same reason, or both are sold out", () => {
  type More = Partial<Pick<Entry, "draft">> & { readonly title?: string; readonly figure?: string };
  const unreached = (cause: UnreadCause | null, more: More = {}) => {
    const question = { outcome: "unread", host: "", reason: "", advice: null, is_rendered: false } as const;
    const { title = null, figure, ...entry } = more;
    return sharedCause({
      state: { kind: "question", question: { ...question, title, cause }, ...(figure != null && { figure }) },
      ...entry,
    });
  };
  expect(unreached("network")).toBe("network");
  expect(unreached("timeout")).toBe("timeout");
  for (const cause of ["refused", "no-product", null] as const) expect(unreached(cause)).toBeNull();
  expect(unreached("network", { draft: { title: "", price: "", currency: "" } })).toBeNull();
  expect(unreached("out-of-stock", { title: "Lamp" })).toBe("out-of-stock");
  expect(unreached("out-of-stock")).toBeNull();
  expect(unreached("out-of-stock", { title: "Lamp", figure: "" })).toBeNull();
});
