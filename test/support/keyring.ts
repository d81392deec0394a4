import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { scratchFolder } from "./disk.js";

/** A separate message bus with an unlocked keyring, like a desktop's after login. */
export interface Keyring {
  /** Environment variables for a program that uses it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** Makes Chromium use the keyring on a desktop that it does not recognize. */
export const useKeyring = "--password-store=gnome-libsecret";

export const hasKeyring =
  process.platform === "linux" && spawnSync("gnome-keyring-daemon", ["--version"]).status === 0;

async function firstLine(child: ChildProcess): Promise<string> {
  const [text] = (await once(child.stdout as NodeJS.ReadableStream, "data")) as [Buffer];
  return text.toString().trim();
}

/** Whether programs can reach the keyring yet. */
function isKeyringReady(env: NodeJS.ProcessEnv): boolean {
  const bus = "org.freedesktop.DBus";
  const query = [
    `--dest=${bus}`,
    "/org/freedesktop/DBus",
    `${bus}.NameHasOwner`,
    "string:org.freedesktop.secrets",
  ];
  const { stdout } = spawnSync("dbus-send", ["--print-reply", ...query], {
    env: { ...process.env, ...env },
  });
  return stdout.includes("boolean true");
}

export async function startKeyring(): Promise<Keyring> {
  const folder = scratchFolder("keyring");
  const home = folder.path;
  mkdirSync(join(home, "data"));
  const bus = spawn("dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const env = { DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) };
  const daemon = spawn("gnome-keyring-daemon", ["--foreground", "--unlock", "--components=secrets"], {
    stdio: ["pipe", "ignore", "ignore"],
    env: { ...process.env, ...env, HOME: home, XDG_RUNTIME_DIR: home, XDG_DATA_HOME: join(home, "data") },
  });
  daemon.stdin.end("a password of the login");
  while (!isKeyringReady(env)) await delay(50);
  return {
    env,
    close: () => {
      daemon.kill("SIGKILL");
      bus.kill("SIGKILL");
      folder.remove();
    },
  };
}
