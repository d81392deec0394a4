/** A windowless app that runs the engine in a utility process, as Tidemark does, and relays messages between it and the test. */
import { join } from "node:path";
import { app, utilityProcess } from "electron";

const { modules, execArgv } = JSON.parse(process.env.ENGINE_APP);

app.disableHardwareAcceleration();
process.on("disconnect", () => app.exit(1));
void app.whenReady().then(() => {
  const engine = utilityProcess.fork(join(import.meta.dirname, "utility.js"), modules, {
    execArgv,
    stdio: "ignore",
  });
  engine.once("spawn", () => process.send({ kind: "spawned", pid: engine.pid }));
  engine.on("message", (reply) => process.connected && process.send(reply));
  engine.once("exit", () => app.exit(0));
  process.on("message", (request) => engine.postMessage(request));
});
