import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { onTestFinished } from "vitest";
import type { CallResult, OperationName } from "../../../src/shared/calls.js";
import type { EngineReply, EngineRequest, EngineStart } from "../../../src/shared/engine-process.js";
import { engineFile, finished, spawnCli } from "../../support/cli.js";

/** What was answered before the engine was killed, and how much was asked. */
export interface Toll {
  readonly keyIds: string[];
  readonly lookups: { sent: number; answered: number };
}

/** An engine process that writes as fast as it can until it is killed. */
export class Victim {
  readonly toll: Toll = { keyIds: [], lookups: { sent: 0, answered: 0 } };
  private readonly child: ChildProcess;
  private readonly replies = new Map<number, (result: CallResult<OperationName>) => void>();
  private readonly gone: Promise<unknown>;
  private isDoomed = false;

  constructor(folder: string) {
    const start: EngineStart = {
      dataFolder: folder,
      port: 0,
      sample: false,
      version: "0",
      secretKey: null,
      listenerPort: null,
    };
    this.child = fork(engineFile, [], { stdio: "ignore" });
    this.child.send({ kind: "start", start } satisfies EngineRequest);
    this.gone = once(this.child, "exit");
    onTestFinished(() => void this.child.kill("SIGKILL"));
  }

  /** Where it answers. */
  async ready(): Promise<string> {
    const [reply] = (await once(this.child, "message")) as [EngineReply];
    if (reply.kind !== "ready") throw new Error(`The engine did not start: ${JSON.stringify(reply)}`);
    this.child.on("message", (message: EngineReply) => {
      if (message.kind === "result") this.replies.get(message.id)?.(message.result);
    });
    return reply.baseUrl;
  }

  private call(id: number, operation: OperationName, input: object): Promise<CallResult<OperationName>> {
    return new Promise((done) => {
      this.replies.set(id, done);
      const request = { kind: "call", id, operation, input } as EngineRequest;
      this.child.send(request, () => undefined);
    });
  }

  /** Makes a key; it counts as acknowledged once its answer is here. */
  async makeKey(id: number): Promise<string> {
    const result = await this.call(id, "keys.create", { name: `key ${id}` });
    if (!result.ok) throw new Error(result.error.message);
    const { id: keyId, key } = result.data as { id: string; key: string };
    this.toll.keyIds.push(keyId);
    return key;
  }

  async keepMakingKeys(): Promise<void> {
    for (let id = 1; !this.isDoomed; id++) await this.makeKey(id);
  }

  /** Asks `most` charged requests, some at a time, so that they share commits. */
  async lookUp(baseUrl: string, key: string, identifier: string, most: number): Promise<void> {
    const { lookups } = this.toll;
    const askOn = async () => {
      while (lookups.sent < most && !this.isDoomed) {
        lookups.sent++;
        const headers = { authorization: `Bearer ${key}` };
        const answer = await fetch(`${baseUrl}/products?ids=${identifier}`, { headers });
        await answer.arrayBuffer();
        if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
        lookups.answered++;
      }
    };
    await Promise.all(Array.from({ length: 3 }, askOn));
  }

  async killAfter(ms: number): Promise<void> {
    await delay(ms);
    this.isDoomed = true;
    this.child.kill("SIGKILL");
    await this.gone;
  }
}

/** Imports a file beside the engine, perhaps killed after `ms`; whether it was acknowledged. */
export async function importUntil(folder: string, file: string, ms: number | null): Promise<boolean> {
  const child = spawnCli(["import", file, "--data", folder]);
  const timer = ms === null ? null : setTimeout(() => child.kill("SIGKILL"), ms);
  const { code, stdout } = await finished(child);
  if (timer !== null) clearTimeout(timer);
  if (code === 1) throw new Error("The import failed.");
  return code === 0 && stdout.endsWith("\n");
}
