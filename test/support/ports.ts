import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below the ports that systems give away by themselves: one that is let go here is nobody else's soon after. */
const lowest = 20_000;
const highest = 30_000;

/** On this computer, below the ports that servers of tests are given: whoever connects is refused. */
export const nobody = "127.0.0.1:9";

/** Listens on loopback. Rejects where the port is taken. */
export async function listenAt(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

/** A port to listen on later, and again and again. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const server = createServer();
    const isFree = await listenAt(server, port).then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
