import { createServer, mergeConfig } from "vite";
import configuration from "../../electron.vite.config.js";
import { scratchFolder } from "./disk.js";
import { quietPort } from "./network.js";

export interface DevServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the window's page from its sources, as `npm run dev` does. */
export async function openDevServer(): Promise<DevServer> {
  if (!("renderer" in configuration)) throw new Error("electron.vite.config.ts has no renderer.");
  const cache = scratchFolder("vite");
  const port = await quietPort();
  const server = await createServer(
    mergeConfig(configuration.renderer ?? {}, {
      configFile: false,
      cacheDir: cache.path,
      logLevel: "error",
      server: { host: "127.0.0.1", port, strictPort: true },
    }),
  );
  await server.listen();
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      await server.close();
      cache.remove();
    },
  };
}
