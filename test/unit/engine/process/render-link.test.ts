import { describe, expect, it } from "vitest";
import { renderLink } from "../../../../src/main/engine/process/render-link.js";
import type { EngineReply, RenderResult } from "../../../../src/shared/engine-process.js";

const wish = { url: "https://shop.example/", allowedHosts: [], language: "en" };

function page(html: string): RenderResult {
  return { kind: "page", url: wish.url, status: 200, html };
}

function start() {
  const sent: EngineReply[] = [];
  return { sent, link: renderLink((reply) => void sent.push(reply)) };
}

describe("pages that main opens for the engine", () => {
  it("come back to whoever asked for each", async () => {
    const { sent, link } = start();
    const { signal } = new AbortController();
    const answers = Promise.all([link.render(wish, signal), link.render(wish, signal)]);
    expect(sent).toMatchObject([
      { kind: "render", id: 1, request: wish },
      { kind: "render", id: 2, request: wish },
    ]);
    link.settle(2, page("two"));
    link.settle(1, page("one"));
    expect(await answers).toEqual([page("one"), page("two")]);
  });

  it("are not waited for any longer than the one who asked waits", async () => {
    const { sent, link } = start();
    const asking = new AbortController();
    const answer = link.render(wish, asking.signal);
    asking.abort();
    expect(await answer).toMatchObject({ kind: "failed", outcome: "timeout" });
    link.settle(1, page("late"));
    expect(await link.render(wish, asking.signal)).toMatchObject({ kind: "failed" });
    expect(sent).toHaveLength(1);
  });
});
