import { EventEmitter } from "node:events";
import { createRequire } from "node:module";

/** A notification as an app asked the desktop for it. */
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

/** What is used of the message bus; the package's own types leave most of it out. */
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

/** Desktop Notifications Specification 1.2, as far as apps use it. */
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

/** A desktop that shows nothing and remembers what it was asked to show. */
export interface NotificationService {
  readonly shown: readonly ShownNotification[];
  /** The shopper clicks on one. */
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

/** Takes the place of the desktop's notification service on the session bus. */
export async function ownNotifications(): Promise<NotificationService> {
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
