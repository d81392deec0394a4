import { expect, test } from "vitest";
import { engineEnvironment } from "../../../../src/main/engine-host/utility-host.js";

test("the engine's environment has neither ELECTRON_RUN_AS_NODE nor NODE_OPTIONS", () => {
  const environment = {
    PATH: "/bin",
    ELECTRON_RUN_AS_NODE: "1",
    NODE_OPTIONS: "--inspect",
    EMPTY: undefined,
  };
  expect(engineEnvironment(environment, "/cache")).toEqual({ PATH: "/bin", NODE_COMPILE_CACHE: "/cache" });
});
