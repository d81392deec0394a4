import { describe, expect, it } from "vitest";
import { renderLink } from "../../../../src/main/engine/process/render-link.js";
import type { EngineReply, RenderResult } from "../../../../src/shared/engine-process.js";

const request = { url: "https://shop.example/", allowedHosts: [], language: "en", recipe: null };

function page(html: string): RenderResult {
  return { kind: "page", url: request.url, status: 200, html };
}

function start() {
  const sent: EngineReply[] = [];
  return { sent, link: renderLink((reply) => void sent.push(reply)) };
}

describe("the render link", () => {
  it("returns each page to its own request", async () => {
    const { sent, link } = start();
    const { signal } = new AbortController();
    const answers = Promise.all([link.render(request, signal), link.render(request, signal)]);
    expect(sent).toMatchObject([
      { kind: "render", id: 1, request },
      { kind: "render", id: 2, request },
    ]);
    link.settle(2, page("two"));
    link.settle(1, page("one"));
    expect(await answers).toEqual([page("one"), page("two")]);
  });

  it("stops waiting for a page when its request is aborted", async () => {
    const { sent, link } = start();
    const controller = new AbortController();
    const answer = link.render(request, controller.signal);
    controller.abort();
    expect(await answer).toMatchObject({ kind: "failed", outcome: "timeout" });
    link.settle(1, page("late"));
    expect(await link.render(request, controller.signal)).toMatchObject({ kind: "failed" });
    expect(sent).toHaveLength(1);
  });
});
