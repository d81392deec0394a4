import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A server on loopback that records its requests. */
export interface LocalServer {
  readonly origin: string;
  readonly host: string;
  readonly requests: { readonly path: string; readonly agent: string }[];
  close(): void;
}

async function startLocalServer(
  respond: (path: string) => { type: string; body: string },
): Promise<LocalServer> {
  const requests: LocalServer["requests"] = [];
  const server: Server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push({ path, agent: request.headers["user-agent"] ?? "" });
    const { type, body } = respond(path);
    response.writeHead(200, { "Content-Type": type, "Access-Control-Allow-Origin": "*" }).end(body);
  });
  server.on("upgrade", (request, socket) => {
    requests.push({ path: request.url ?? "", agent: request.headers["user-agent"] ?? "" });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin: `http://${host}`,
    host,
    requests,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Starts a server on the local network, which no page of a shop may reach. */
export function startNeighbour(): Promise<LocalServer> {
  return startLocalServer(() => ({ type: "text/html", body: "<h1>Router</h1><p class=price>$1.00</p>" }));
}

export interface ScriptShop extends LocalServer {
  /** The markup that its page shows once its script has run. */
  markup: string;
}

/** Starts a shop whose page is empty until its script has fetched the content. The script starts with `mischief`. */
export async function startScriptShop(markup: string, mischief = ""): Promise<ScriptShop> {
  const page = `<!doctype html><html lang="en-US"><head><title>Trail Lantern 4000</title></head><body>
<h1>Trail Lantern 4000</h1><div id="buy"></div><img src="/lantern.png" alt="">
<script>
  ${mischief}
  setTimeout(async () => {
    const answer = await fetch("/api/price");
    document.getElementById("buy").innerHTML = await answer.text();
  }, 300);
</script></body></html>`;
  const server = await startLocalServer((path) => {
    if (path === "/api/price") return { type: "text/plain", body: shop.markup };
    if (path === "/p/lantern") return { type: "text/html", body: page };
    return { type: "application/octet-stream", body: "x" };
  });
  const shop: ScriptShop = { ...server, markup };
  return shop;
}
