import { shell } from "electron";
import { invokeChannels } from "../../shared/ipc.js";
import type { Log } from "../launch/log.js";

export type OpenExternal = (url: string) => Promise<void>;

/** Opens `https:` links in the user's default browser; rejects anything else. */
export function createLinkOpener(log: Log): OpenExternal {
  return async (url) => {
    const [address] = invokeChannels["shell:open-external"].args.parse([url]);
    try {
      await shell.openExternal(address);
    } catch (error) {
      log(`A link could not be opened: ${String(error)}`);
    }
  };
}
