import { expect, test } from "vitest";
import { engineEnvironment } from "../../../../src/main/engine-host/engine-environment.js";

test("keeps what turns Electron into Node, and what a debugger is attached with, from the engine", () => {
  const environment = {
    PATH: "/bin",
    ELECTRON_RUN_AS_NODE: "1",
    NODE_OPTIONS: "--inspect",
    EMPTY: undefined,
  };
  expect(engineEnvironment(environment, "/cache")).toEqual({ PATH: "/bin", NODE_COMPILE_CACHE: "/cache" });
});
