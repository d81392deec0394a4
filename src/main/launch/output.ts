export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Ignores write errors: the terminal that started the app may be closed by now. */
export function setupOutput(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}
