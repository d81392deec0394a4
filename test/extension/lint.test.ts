import { join } from "node:path";
// @ts-expect-error: it comes without types.
import addonsLinter from "addons-linter";
import { expect, it } from "vitest";

it("the extension passes the linter of Firefox's add-on shop without errors", async () => {
  const script = (await import(join(process.cwd(), "scripts", "extension.mjs"))) as {
    buildExtension(): Promise<{ firefox: string }>;
  };
  const { firefox } = await script.buildExtension();
  const linter = addonsLinter.createInstance({
    config: { _: [firefox], logLevel: "fatal", output: "none" },
    runAsBinary: false,
  });
  const { errors, summary } = await linter.run();
  expect(errors).toEqual([]);
  expect(summary.errors).toBe(0);
});
