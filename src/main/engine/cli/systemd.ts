import { spawn } from "node:child_process";
import { printToStderr } from "./environment.js";

const usPerMs = 1_000;
/** More than the two that systemd advises, because starting a program may take a while on a busy computer. */
const reportsPerTimeout = 3;

/** Node has no datagram sockets of the Unix domain, so systemd's own program sends the message. */
function report(state: string): void {
  const program = spawn("systemd-notify", [state], { stdio: "ignore" });
  program.on("error", (error) => printToStderr(`systemd was not notified: ${error.message}.`)).unref();
}

/**
 * Reports to systemd that the service is ready, and from then on that its event loop runs. Does nothing for a program
 * that systemd has not started with `Type=notify`.
 */
export function reportToSystemd({
  NOTIFY_SOCKET: socket,
  WATCHDOG_USEC: timeoutUs,
}: NodeJS.ProcessEnv): void {
  if (socket === undefined) return;
  report("READY=1");
  const intervalMs = Number(timeoutUs) / usPerMs / reportsPerTimeout;
  if (intervalMs > 0) setInterval(() => report("WATCHDOG=1"), intervalMs).unref();
}
