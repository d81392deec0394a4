import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { scratchFolder } from "./disk.js";

/** A notification as the app requested it. */
export interface ShownNotification {
  readonly id: number;
  readonly app: string;
  readonly title: string;
  readonly body: string;
  readonly hasPicture: boolean;
}

interface Interface {
  readonly name: string;
  readonly methods: Readonly<Record<string, readonly [input: string, output: string]>>;
  readonly signals?: Readonly<Record<string, readonly [string, ...string[]]>>;
}

/** The parts of the message bus used here; the package's own types omit most of them. */
interface SessionBus {
  readonly connection: { end(): void };
  requestName(name: string, flags: number, done: (error: Error | null, answer: number) => void): void;
  exportInterface(object: object, path: string, description: Interface): void;
}

const { sessionBus } = createRequire(import.meta.url)("@homebridge/dbus-native") as {
  sessionBus(): SessionBus;
};

const serviceName = "org.freedesktop.Notifications";
const path = "/org/freedesktop/Notifications";
const doNotQueue = 4;
const becameOwner = 1;

/** The part of the Desktop Notifications Specification 1.2 that apps use. */
const description: Interface = {
  name: serviceName,
  methods: {
    Notify: ["susssasa{sv}i", "u"],
    CloseNotification: ["u", ""],
    GetCapabilities: ["", "as"],
    GetServerInformation: ["", "ssss"],
  },
  signals: { ActionInvoked: ["us", "id", "action"], NotificationClosed: ["uu", "id", "reason"] },
};

/** A desktop that records notifications instead of showing them. */
export interface NotificationService {
  readonly shown: readonly ShownNotification[];
  /** Clicks a notification. */
  click(id: number): void;
  close(): void;
}

type Hints = readonly (readonly [string, unknown])[];

class Desktop extends EventEmitter {
  readonly shown: ShownNotification[] = [];

  Notify(
    app: string,
    replaces: number,
    icon: string,
    title: string,
    body: string,
    _actions: readonly string[],
    hints: Hints,
  ): number {
    const id = replaces > 0 ? replaces : this.shown.length + 1;
    const hasPicture = icon !== "" || hints.some(([name]) => /^(?:image|icon)[-_]/.test(name));
    this.shown.push({ id, app, title, body, hasPicture });
    return id;
  }

  CloseNotification(): void {}

  GetCapabilities(): readonly string[] {
    return ["actions", "body"];
  }

  GetServerInformation(): readonly string[] {
    return ["Test desktop", "Tidemark", "1.0", "1.2"];
  }
}

/** Replaces the desktop's notification service on the session bus. */
export async function startNotificationService(): Promise<NotificationService> {
  const bus = sessionBus();
  const desktop = new Desktop();
  bus.exportInterface(desktop, path, description);
  const answer = await new Promise<number>((resolve, reject) => {
    bus.requestName(serviceName, doNotQueue, (error, code) => (error ? reject(error) : resolve(code)));
  });
  if (answer !== becameOwner) throw new Error("Another program shows notifications on this session bus.");
  return {
    shown: desktop.shown,
    click: (id) => void desktop.emit("ActionInvoked", id, "default"),
    close: () => bus.connection.end(),
  };
}

/** A separate message bus with an unlocked keyring, like a desktop's after login. */
interface Keyring {
  /** Environment variables for a program that uses it. */
  readonly env: Readonly<Record<string, string>>;
  close(): void;
}

/** Makes Chromium use the keyring on a desktop that it does not recognize. */
export const keyringSwitch = "--password-store=gnome-libsecret";

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
