import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

/** Below the ephemeral ports, so that the system does not assign a released port to another program. */
const minPort = 20_000;
const maxPort = 30_000;

/** An address on this computer where connections are refused: no test server gets a port this low. */
export const nobody = "127.0.0.1:9";

/** Listens on loopback. Rejects if the port is in use. */
export async function listenAt(server: Server, port: number): Promise<void> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
}

/** Finds a free port that a test can listen on repeatedly. */
export async function quietPort(): Promise<number> {
  for (;;) {
    const port = randomInt(minPort, maxPort);
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
