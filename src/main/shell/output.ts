/** Says something to whoever started the app from a terminal. The reader may be gone: then there is nothing to say. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function setupOutput(): void {
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
}
