import { resolve } from "node:path";
import type { Plugin } from "vitest/config";
import { brokenRules } from "../contract/broken-rules.js";
import type { RuleId } from "../contract/rules.js";

/** Breaks the rule that `TIDEMARK_BROKEN_RULE` names, in the modules that tests load. No file is changed. */
export function breakRule(): Plugin {
  return {
    name: "break-rule",
    enforce: "pre",
    // The cache would take the unbroken module, whose source is the same.
    config: () => ({ test: { fsModuleCache: false } }),
    transform: (code, id) => {
      const broken = brokenRules[process.env.TIDEMARK_BROKEN_RULE as RuleId];
      if (broken === undefined || id !== resolve(broken.file)) return null;
      return code.replace(broken.find, () => broken.replace);
    },
  };
}
