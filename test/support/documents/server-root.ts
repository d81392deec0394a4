import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { quietPort } from "../network.js";
import { projectRoot } from "./pages.js";
import type { DocumentShell } from "./shell.js";

const documentedPort = 47_115;

/** Programs that would change the machine. Their stand-ins only record the call. */
const recordedPrograms = ["useradd", "ssh"] as const;

/** A stand-in for systemctl: runs the command of the installed unit file, and waits like systemd. */
function systemctl(root: string, port: number): string {
  return `unit="${root}/etc/systemd/system/tidemark.service"
pid="${root}/tidemark.pid"
stop() { [ -f "$pid" ] && kill "$(cat "$pid")" && while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.05; done; rm -f "$pid"; }
start() {
  command=$(sed -n 's/^ExecStart=//p' "$unit" | sed -E 's#[$][{]CREDENTIALS_DIRECTORY[}]#/etc/tidemark#; s#(^| )/(opt|etc|var)/#\\1${root}/\\2/#g')
  $command --port ${port} >"${root}/stdout" 2>"${root}/stderr" &
  echo $! > "$pid"
  for _ in $(seq 100); do curl -sf http://127.0.0.1:${port}/health >/dev/null && return 0; sleep 0.1; done
  cat "${root}/stderr" >&2; return 1
}
case "$*" in
  daemon-reload) [ -f "$unit" ] ;;
  "enable --now tidemark"|"start tidemark") start ;;
  "stop tidemark") stop ;;
  "restart tidemark") stop; start ;;
  *) echo "systemctl $*: not supported here" >&2; exit 1 ;;
esac`;
}

async function buildServerPackage(dist: string): Promise<void> {
  const module = (await import(join(projectRoot, "scripts/lib/package/server-package.mjs"))) as {
    buildServerPackage(dist: string): Promise<string>;
  };
  await module.buildServerPackage(dist);
}

/**
 * Prepares a folder that stands in for the system's root, with the real server package. Returns a function that rewrites
 * a page's command to run in that folder.
 */
export async function serverRoot(shell: DocumentShell): Promise<(command: string) => string> {
  const root = join(shell.folder, "root");
  const port = await quietPort();
  for (const folder of ["opt", "etc/systemd/system", "var/lib/tidemark"])
    mkdirSync(join(root, folder), { recursive: true });
  await buildServerPackage(join(shell.folder, "work", "dist"));
  shell.shim("sudo", '[ "$1" = "-u" ] && shift 2\nexec "$@"');
  shell.shim("systemctl", systemctl(root, port));
  // The page's commands leave the service running.
  onTestFinished(async () => void (await shell.run("systemctl stop tidemark")));
  for (const name of recordedPrograms) shell.shim(name, `echo "${name} $*" >> "${root}/recorded"`);
  return (command) =>
    command
      .replaceAll(/(?<=^|[\s'=])\/(opt|etc|var)\//g, `${root}/$1/`)
      .replaceAll(String(documentedPort), String(port));
}
