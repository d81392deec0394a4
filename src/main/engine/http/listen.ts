import type { Server } from "node:net";

/** How many ports above a taken one to try (decision 1). */
const portsToTry = 50;

/** Listens on exactly this address and port; 0 takes any free port. Returns the port. `::` takes IPv4, too, unless `ipv6Only`. */
export function listenOnPort(
  server: Server,
  port: number,
  host = "127.0.0.1",
  ipv6Only = false,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const onError = (error: Error) => reject(error);
    server.once("error", onError);
    server.listen({ host, port, ipv6Only, exclusive: true }, () => {
      server.off("error", onError);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}

/** Listens on loopback, on `firstPort` or the next free port above it; 0 takes any free port. Returns the port. */
export async function listenOnFreePort(server: Server, firstPort: number): Promise<number> {
  for (let port = firstPort; ; port++) {
    try {
      // Loopback only: other computers on the network must never reach it.
      return await listenOnPort(server, port);
    } catch (error) {
      const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
      if (!isTaken || firstPort === 0 || port >= Math.min(firstPort + portsToTry, 65_535)) throw error;
    }
  }
}
