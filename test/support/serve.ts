import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { listenOn } from "./network.js";

/** Listens on a free port until the test ends. Returns the port. */
export async function serve(server: Server): Promise<number> {
  await listenOn(server, 0);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}
