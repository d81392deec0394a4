import { createSocket } from "node:dgram";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type ServerBrowser, serverBrowser } from "../../src/main/engine/sources/page/chromium.js";
import type { RenderRequest } from "../../src/shared/engine-process.js";
import { serve } from "../support/serve.js";
import { type LocalServer, startPrivateServer, startScriptShop } from "../support/shop-site.js";
import { until } from "../support/until.js";

const path = "/usr/bin/chromium";
const neverAborted = new AbortController().signal;

/** Starts Chromium once for the tests of a page; its pages share nothing. */
let browser: ServerBrowser;
const logged: string[] = [];

function openBrowser(): ServerBrowser {
  return serverBrowser({
    place: { kind: "program", path },
    version: "0.0.0",
    isRead: async ({ html }) => /\$\d/.test(html),
    log: (line) => void logged.push(line),
  });
}

beforeAll(async () => {
  browser = openBrowser();
  await browser.start();
  return () => browser.close();
});

function render(url: string, allowedHosts: readonly string[] = [new URL(url).host], used = browser) {
  const request: RenderRequest = { url, allowedHosts, language: "en-US", recipe: null };
  return used.render(request, neverAborted);
}

async function opened<S extends LocalServer>(starting: Promise<S>): Promise<S> {
  const server = await starting;
  onTestFinished(() => server.close());
  return server;
}

it("x", async () => {
  const neighbour = await opened(startPrivateServer());
  const shop = await opened(
    startScriptShop(
      '<p class="price">$49.99</p>',
      `fetch("${neighbour.origin}/fetched", { method: "POST", mode: "no-cors" }).catch(() => {});
     new Image().src = "${neighbour.origin}/image.png";
     try { new WebSocket("${neighbour.origin.replace("http", "ws")}/socket"); } catch {}
     new WebSocket("ws://" + location.host + "/own-socket");
     window.open("${neighbour.origin}/popup"); window.open("/own-popup");
     document.body.insertAdjacentHTML("beforeend", '<iframe src="${neighbour.origin}/frame"></iframe><a id=file href="/file.bin" download>x</a>');
     document.getElementById("file").click();
     alert("Stop."); Notification.requestPermission();`,
    ),
  );
  const t = performance.now();
  console.log(await render(`${shop.origin}/p/lantern`), performance.now() - t);
  console.log(shop.requests, neighbour.requests, logged);
});
