/** How a documented command is tested that cannot run as written: it takes a window, hours or the network. */
export interface Proof {
  /** The command, or its first words. */
  readonly command: string;
  /** Its script in package.json. */
  readonly script: string;
  /** A shorter form to run instead, or the test that runs the script's file, possibly through a module that it imports. */
  readonly by: { readonly run: string } | { readonly test: string; readonly through?: string };
}

export const proofs: readonly Proof[] = [
  { command: "npm start", script: "start", by: { test: "test/e2e/start-command.test.ts" } },
  {
    command: "npm test",
    script: "test",
    by: { run: "npm test -- documents -- test/documents/links.test.ts" },
  },
  {
    command: "npm run fuzz",
    script: "fuzz",
    by: { run: "npm run fuzz -- --only settings --cases 40 --minutes 5 --seed 7 --no-table" },
  },
  {
    command: "npm run faults",
    script: "faults",
    by: { run: "npm run faults -- --only service --seed 7 --rounds 1" },
  },
  {
    command: "npm run package",
    script: "package",
    by: { test: "test/packaged/packaged.test.ts", through: "test/support/packaged-app.ts" },
  },
];

export function proofOf(command: string): Proof | undefined {
  const words = command.replace(/\s+#.*$/, "");
  return proofs.find((proof) => words === proof.command || words.startsWith(`${proof.command} `));
}
