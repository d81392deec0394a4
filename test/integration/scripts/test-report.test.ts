import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";

interface Failure {
  readonly file: string;
  readonly name: string;
  readonly reason: string;
  readonly page?: readonly string[];
  readonly log?: readonly string[];
}

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

interface Outcome extends Counts {
  readonly failures: readonly Failure[];
  readonly flaky: readonly Failure[];
}

const library = (name: string) => import(join(process.cwd(), "scripts/lib", name));
const { readVitestFailures, readVitestFlaky, readPlaywrightFailures, readPlaywrightFlaky } = (await library(
  "test-failures.mjs",
)) as {
  readVitestFailures(report: unknown, root: string): Failure[];
  readVitestFlaky(report: unknown, root: string): Failure[];
  readPlaywrightFailures(report: unknown): Failure[];
  readPlaywrightFlaky(report: unknown): Failure[];
};
const { countVitest, countPlaywright, finalOutcome } = (await library("test-report.mjs")) as {
  countVitest(report: unknown): Counts;
  countPlaywright(report: unknown): Counts;
  finalOutcome(reported: Outcome | undefined, exitCode: number): Outcome;
};

const files = {
  // Playwright empties its output folder, by default the one of the whole project.
  "playwright.config.js": 'export default { testDir: ".", outputDir: "results" };',
  "good.test.js": 'test("adds", () => expect(1 + 1).toBe(2));',
  "bad.test.js": 'test.describe("sums", () => { test("multiplies", () => expect(2 * 2).toBe(5)); });',
  "broken.test.js": 'throw new Error("cannot be loaded");',
  // Fails when it runs for the first time.
  "flaky.test.js": `import { existsSync, writeFileSync } from "node:fs";
test("waits", () => {
  const isSecondRun = existsSync("ran");
  writeFileSync("ran", "");
  expect(isSecondRun).toBe(true);
});`,
};
const flakyTest = {
  file: expect.stringMatching(/^flaky\.test\.js/),
  name: "waits",
  reason: expect.stringMatching(/true/),
};

/** An error context in the format of Playwright. */
const errorContext = `# Test info

- Name: a.test.ts >> adds

# Page snapshot

\`\`\`yaml
- generic [ref=e1]:
  - main:
    - heading [level=1]: Settings
    - button [disabled] [ref=e2]
    - link "Deals" [ref=e3] [cursor=pointer]:
      - /url: "#deals"
  - dialog "Import a.jsonl?" [ref=e4]:
    - code [ref=e5]: /tmp/a.jsonl
\`\`\`

# Test source
- generic: not on the page
`;
const seenOnPage = [
  "heading [level=1]: Settings",
  'link "Deals":',
  '/url: "#deals"',
  'dialog "Import a.jsonl?":',
  "code: /tmp/a.jsonl",
];

/** Inside the project, so that the runners find their packages. */
function createTestFolder(runner: string): string {
  mkdirSync("test-results", { recursive: true });
  const folder = mkdtempSync(join(process.cwd(), "test-results", "report-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), `import { expect, test } from "${runner}";\n${text}\n`);
  }
  return folder;
}

async function runAndReadReport(folder: string, program: string, args: readonly string[]): Promise<unknown> {
  const file = join(folder, "report.json");
  const outer = ["VITEST", "VITEST_POOL_ID", "VITEST_WORKER_ID", "VITEST_MODE", "TEST"];
  const inherited = Object.entries(process.env).filter(([name]) => !outer.includes(name));
  const env = { ...Object.fromEntries(inherited), PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const script = join(process.cwd(), "node_modules", program);
  await promisify(execFile)(process.execPath, [script, ...args], { cwd: folder, env }).catch(() => {});
  return JSON.parse(readFileSync(file, "utf8"));
}

it("Vitest's report yields counts, failed and flaky tests, and files that cannot be loaded", async () => {
  const folder = createTestFolder("vitest");
  const args = ["run", "--retry=1", "--reporter=json", "--outputFile=report.json"];
  const report = await runAndReadReport(folder, "vitest/vitest.mjs", args);
  expect(countVitest(report)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(readVitestFlaky(report, folder)).toEqual([flakyTest]);
  expect(new Set(readVitestFailures(report, folder))).toEqual(
    new Set([
      {
        file: "bad.test.js",
        name: "sums multiplies",
        reason: "AssertionError: expected 4 to be 5 // Object.is equality",
      },
      { file: "broken.test.js", name: "", reason: "cannot be loaded" },
    ]),
  );
});

it("Playwright's report yields counts, failed and flaky tests", async () => {
  const folder = createTestFolder("@playwright/test");
  rmSync(join(folder, "broken.test.js"));
  const args = ["test", "--retries=1", "--reporter=json"];
  const report = await runAndReadReport(folder, "@playwright/test/cli.js", args);
  expect(countPlaywright(report)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  expect(readPlaywrightFlaky(report)).toEqual([flakyTest]);
  expect(readPlaywrightFailures(report)).toEqual([
    {
      file: "bad.test.js:2",
      name: "multiplies",
      reason: "Error: expect(received).toBe(expected) // Object.is equality; Expected: 5; Received: 4",
    },
  ]);
});

it("a failure in Playwright's report includes the words on its page and the log", async () => {
  const folder = createTestFolder("@playwright/test");
  const context = join(folder, "error-context.md");
  writeFileSync(context, errorContext);
  const result = {
    error: { message: "it took too long" },
    attachments: [
      { name: "error-context", path: context },
      { name: "log", body: Buffer.from("first\nsecond\n").toString("base64") },
    ],
  };
  const spec = { ok: false, file: "a.test.ts", line: 3, title: "adds", tests: [{ results: [result] }] };
  expect(readPlaywrightFailures({ errors: [], suites: [{ specs: [spec] }] })).toEqual([
    {
      file: "a.test.ts:3",
      name: "adds",
      reason: "it took too long",
      page: seenOnPage,
      log: ["first", "second"],
    },
  ]);
});

const none: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] };

it.each([
  ["left no report", undefined, 0, 1],
  ["left no report and exited with an error", undefined, 1, 1],
  ["ran no tests", none, 0, 1],
  ["exited with an error although all tests passed", { ...none, passed: 5 }, 1, 1],
  ["failed two tests", { ...none, passed: 5, failed: 2 }, 1, 2],
  ["passed", { ...none, passed: 5 }, 0, 0],
] as const)("the summary counts the failures of a runner that %s", (_, reported, exitCode, failed) => {
  expect(finalOutcome(reported, exitCode).failed).toBe(failed);
});
