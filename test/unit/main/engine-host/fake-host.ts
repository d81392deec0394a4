import {
  type EngineHost,
  type EngineProcessListener,
  EngineUnavailable,
} from "../../../../src/main/engine-host/engine-host.js";
import type { EngineReply, EngineRequest, EngineStart } from "../../../../src/shared/engine-process.js";

/** An engine process that the test controls. */
export class FakeProcess {
  readonly sent: EngineRequest[] = [];
  isKilled = false;
  /** Whether pings stay unanswered. */
  isHung = false;
  readonly #events: EngineProcessListener;

  constructor(events: EngineProcessListener) {
    this.#events = events;
  }

  send(request: EngineRequest): void {
    if (request.kind !== "ping") this.sent.push(request);
    else if (!this.isHung) this.reply({ kind: "pong" });
  }

  kill(): void {
    this.isKilled = true;
    this.exit("signal SIGKILL");
  }

  reply(reply: EngineReply): void {
    this.#events.onReply(reply);
  }

  ready(pid = 1): void {
    this.reply({
      kind: "ready",
      baseUrl: "http://127.0.0.1:47115/v1",
      dataFolder: "/data",
      pid,
      isReadOnly: false,
      isLogLost: false,
    });
  }

  exit(reason = "exit code 1"): void {
    this.#events.onExit(reason);
  }
}

export class FakeHost implements EngineHost {
  readonly processes: FakeProcess[] = [];
  readonly starts: EngineStart[] = [];
  isMissing = false;

  spawn(start: EngineStart, events: EngineProcessListener): FakeProcess {
    if (this.isMissing) throw new EngineUnavailable("engine.js does not exist");
    const process = new FakeProcess(events);
    this.starts.push(start);
    this.processes.push(process);
    return process;
  }

  get last(): FakeProcess {
    const process = this.processes.at(-1);
    if (!process) throw new Error("No process was started.");
    return process;
  }
}
