import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const folder = ".github/workflows";

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "timeout-minutes"?: number;
  readonly strategy?: { readonly matrix: { readonly include: readonly { os: string; packages: string }[] } };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly concurrency: { readonly group: string };
  readonly jobs: Readonly<Record<string, Job>>;
}

/** electron-updater depends on a YAML parser, which this test borrows. */
const fromUpdater = createRequire(createRequire(import.meta.url).resolve("electron-updater"));
const { load } = fromUpdater("js-yaml") as { load(text: string): unknown };

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const workflows = readdirSync(folder).map(
  (name) => [name, load(readFileSync(join(folder, name), "utf8")) as Workflow] as const,
);

const { releaseConfiguration } = (await import(join(process.cwd(), "scripts/lib/package/release.mjs"))) as {
  releaseConfiguration(env: NodeJS.ProcessEnv): Record<"win" | "mac" | "linux", { target: Target[] }>;
};
type Target = string | { readonly target: string };

/** The pattern for the files of each kind of package. */
const patterns: Readonly<Record<string, string>> = {
  AppImage: "*.AppImage",
  deb: "*.deb",
  "tar.gz": "*.tar.gz",
  nsis: "*.exe",
  dmg: "*.dmg",
  zip: "*.zip",
};
const systems = { "ubuntu-latest": "linux", "windows-latest": "win", "macos-latest": "mac" } as const;

function listJobs({ jobs }: Workflow): Job[] {
  return Object.values(jobs);
}

function listSteps(workflow: Workflow): Step[] {
  return listJobs(workflow).flatMap(({ steps }) => [...steps]);
}

function npmScripts(run: string): string[] {
  return [...run.matchAll(/\bnpm (?:run )?([a-z][a-z-]*)/g)].map(([, name]) => name ?? "");
}

function listMatrix(workflow: Workflow) {
  return listJobs(workflow).flatMap(({ strategy }) => strategy?.matrix.include ?? []);
}

it("the workflows run the tests of each tier and make releases", () => {
  expect(workflows.map(([name]) => name).sort()).toEqual(["ci.yml", "nightly.yml", "release.yml"]);
  const runs = workflows.flatMap(([name, workflow]) =>
    listSteps(workflow).map(({ run }) => `${name}: ${run}`),
  );
  expect(runs).toEqual(
    expect.arrayContaining(["ci.yml: npm run test:all", "nightly.yml: npm run test:long"]),
  );
});

describe.each(workflows)("%s", (_name, workflow) => {
  it("the workflow runs only scripts of package.json", () => {
    const scripts = listSteps(workflow).flatMap(({ run = "" }) => npmScripts(run));
    expect(scripts.length).toBeGreaterThan(0);
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
  });

  it("the workflow pins each action to a major version", () => {
    const used = listSteps(workflow).flatMap(({ uses }) => uses ?? []);
    expect(used.filter((action) => !/^actions\/[a-z-]+@v\d+$/.test(action))).toEqual([]);
  });

  it("the workflow may only read the repository, except for the job that drafts a release", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const more = Object.entries(workflow.jobs).filter(([, { permissions }]) => permissions !== undefined);
    expect(more.map(([name, { permissions }]) => [name, permissions])).toEqual(
      workflow.jobs.draft ? [["draft", { contents: "write" }]] : [],
    );
    for (const step of listSteps(workflow))
      if (step.uses?.startsWith("actions/checkout")) expect(step.with?.["persist-credentials"]).toBe(false);
  });

  it("the workflow has timeouts and does not run twice at once for the same branch", () => {
    for (const job of listJobs(workflow)) expect(job["timeout-minutes"]).toBeGreaterThan(0);
    expect(workflow.concurrency.group).toContain("github.ref");
  });

  it("the workflow gives secrets only to the steps that package and sign", () => {
    const withSecrets = listSteps(workflow).filter(({ env }) =>
      JSON.stringify(env ?? {}).includes("secrets."),
    );
    const runs = withSecrets.map(({ run = "" }) => npmScripts(run));
    expect(runs).toEqual(workflow.jobs.draft ? [["package"], ["sign-updates"]] : []);
  });
});

describe.each(workflows.filter(([name]) => name !== "nightly.yml"))("packages of %s", (_name, workflow) => {
  it("the workflow uploads each package of each platform", () => {
    const configuration = releaseConfiguration({});
    const matrix = listMatrix(workflow);
    expect(matrix.map(({ os }) => os).sort()).toEqual(Object.keys(systems).sort());
    for (const { os, packages } of matrix)
      for (const target of configuration[systems[os as keyof typeof systems]].target) {
        const kind = typeof target === "string" ? target : target.target;
        expect([os, packages.split("\n")]).toEqual([os, expect.arrayContaining([`dist/${patterns[kind]}`])]);
      }
  });

  it("the workflow selects files only by * patterns, because no other patterns are supported", () => {
    for (const { packages } of listMatrix(workflow)) expect(packages).toMatch(/^(dist\/[A-Za-z*.-]+\n)+$/);
  });
});

const release = new Map(workflows).get("release.yml") as Workflow;

it("the release workflow stops on known vulnerabilities and signs the packages before it drafts a release", () => {
  const { check, build, draft } = release.jobs;
  expect(check?.steps.some(({ run }) => run === "npm run advisories")).toBe(true);
  expect([build?.needs, draft?.needs]).toEqual(["check", "build"]);
  const runs = draft?.steps.flatMap(({ run }) => run ?? []) ?? [];
  expect(runs[0]).toMatch(/^npm run sign-updates -- --folder packages --staging/);
  expect(runs[1]).toContain("--draft");
});

it("the release workflow builds packages with the address and the key of updates", () => {
  const env = release.jobs.build?.steps.find(({ run }) => run === "npm run package")?.env;
  expect(env).toMatchObject({
    TIDEMARK_UPDATE_URL: expect.stringContaining("vars."),
    TIDEMARK_UPDATE_KEY: expect.stringContaining("vars."),
  });
});
