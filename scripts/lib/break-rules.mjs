/** Breaks the contract's rules one at a time, and runs the tests that carry the rule's id. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brokenRules } from "../../test/contract/broken-rules.ts";
import { ExpectedFailure } from "./log.mjs";
import { projectRoot } from "./paths.mjs";

/** @typedef {import("vitest/node").TestModule} TestModule */

/**
 * @typedef {object} Outcome
 * @property {"noticed" | "missed" | "error"} kind
 * @property {string} [message] the failed test, or the error
 */

/** @typedef {{ id: string, outcome: Outcome }} RuleRun */

/** Matches the titles of tests that carry one of the ids. */
function titlePattern(/** @type {string[]} */ ids) {
  return new RegExp(`(?:\\[|; )(?:${ids.map(RegExp.escape).join("|")})(?:\\]|; )`);
}

/**
 * A run in which no test ran, or a module could not be loaded, shows nothing.
 * @param {TestModule[]} modules
 * @returns {Outcome}
 */
function evaluateRun(modules) {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const failed = tests.find((test) => test.result().state === "failed");
  if (failed !== undefined) return { kind: "noticed", message: failed.fullName };
  const suites = modules.flatMap(({ children }) => [...children.allSuites()]);
  const [error] = [...modules, ...suites].flatMap((each) => each.errors());
  if (error !== undefined) return { kind: "error", message: error.message };
  return tests.some((test) => test.result().state === "passed")
    ? { kind: "missed" }
    : { kind: "error", message: "No test ran." };
}

/** Runs the tests of rules, as often as needed. */
async function openRuleTests() {
  const { createVitest } = await import("vitest/node");
  /** @type {TestModule[]} */
  const ended = [];
  const vitest = await createVitest("test", {
    project: ["contract"],
    watch: false,
    bail: 1,
    reporters: [{ onTestModuleEnd: (module) => void ended.push(module) }],
  });
  const files = (await vitest.globTestSpecifications()).map((specification) => ({
    specification,
    source: readFileSync(specification.moduleId, "utf8"),
  }));
  return {
    run: async (/** @type {string[]} */ ids) => {
      ended.length = 0;
      vitest.setGlobalTestNamePattern(titlePattern(ids));
      const tagged = files.filter(({ source }) => ids.some((id) => source.includes(`"${id}"`)));
      await vitest.runTestSpecifications(tagged.map(({ specification }) => specification));
      return evaluateRun(ended);
    },
    /** Has a file of the program read again. */
    invalidate: (/** @type {string} */ file) => vitest.invalidateFile(join(projectRoot, file)),
    close: () => vitest.close(),
  };
}

/**
 * @param {string} part only the rules whose ids contain this
 * @returns {Promise<RuleRun[]>}
 */
export async function breakRules(part) {
  const rules = Object.entries(brokenRules).filter(([id]) => id.includes(part));
  if (rules.length === 0) throw new ExpectedFailure(`No rule has "${part}" in its id.`);
  // vitest.config.ts reads this; no rule has the name.
  process.env.TIDEMARK_BROKEN_RULE = "none";
  const tests = await openRuleTests();
  try {
    // A test that fails anyway would notice everything.
    const { kind, message } = await tests.run(rules.map(([id]) => id));
    if (kind !== "missed")
      throw new ExpectedFailure(`These tests must pass before a rule is broken: ${message}`);
    const runs = [];
    for (const [id, { file }] of rules) {
      process.env.TIDEMARK_BROKEN_RULE = id;
      tests.invalidate(file);
      const outcome = await tests.run([id]);
      tests.invalidate(file);
      process.stderr.write(`${outcome.kind.padEnd(7)} ${id}\n`);
      runs.push({ id, outcome });
    }
    return runs;
  } finally {
    await tests.close();
  }
}

/** The change that no test has noticed, as a difference. */
export function formatRuleRun(/** @type {RuleRun} */ { id, outcome }) {
  const { file, find, replace } = brokenRules[id];
  const note = outcome.kind === "error" ? ` (error: ${outcome.message})` : "";
  return `\n${id}${note}\n${file}\n- ${find.replaceAll("\n", "\n  ")}\n+ ${replace.replaceAll("\n", "\n  ")}`;
}
