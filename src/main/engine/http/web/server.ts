import { listenOnPort } from "../listen.js";
import {
  type AppServer,
  closeServer,
  createAppServer,
  defaultServerLimits,
  type ListeningServer,
  type ServedApp,
} from "../server.js";
import { createPageApp, dataHeaders, type PageOptions } from "./app.js";
import { checkPageCaller } from "./guard.js";
import { refusalBody, refusalStatus } from "./refusal.js";

const limits = { ...defaultServerLimits, maxConnections: 512 };
const maxHeaderBytes = 32 * 1_024;

/**
 * Serves the page on each address, all on one port; 0 takes a free one. Rejects if one of them cannot be had: a page that
 * moves to another port would be another one to its devices.
 */
export async function startPageServer(
  options: PageOptions,
  { listen, port: firstPort }: { readonly listen: readonly string[]; readonly port: number },
): Promise<ListeningServer> {
  const noFetch = { fetchSite: undefined, fetchMode: undefined, fetchDest: undefined };
  const served: ServedApp = {
    fetch: createPageApp(options).fetch,
    checkGuard: (caller) => void checkPageCaller({ ...caller, ...noFetch }, options.address()),
    describeError: (error) => ({
      status: refusalStatus(error),
      headers: dataHeaders,
      body: refusalBody(error, { origin: options.docsOrigin(), version: options.version }),
    }),
    maxHeaderBytes,
  };
  const servers: AppServer[] = [];
  const close = async () => {
    await Promise.all(servers.map(closeServer));
  };
  let port = firstPort;
  try {
    for (const host of listen.length === 0 ? ["127.0.0.1"] : listen) {
      const server = createAppServer(served, options.log, limits);
      try {
        // Otherwise `::` would want the port of `0.0.0.0` as well.
        port = await listenOnPort(server, port, host, listen.includes("0.0.0.0"));
      } catch (error) {
        // A computer without IPv6 serves the page on IPv4 alone.
        const isWithoutIpv6 = (error as NodeJS.ErrnoException).code === "EAFNOSUPPORT";
        if (isWithoutIpv6 && servers.length > 0) continue;
        throw error;
      }
      server.on("error", (error) => options.log.error("The page could not accept a connection.", error));
      servers.push(server);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { port, close };
}
