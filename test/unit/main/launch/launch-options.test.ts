import { describe, expect, test } from "vitest";
import {
  LaunchUsageError,
  listenerPortFor,
  parseLaunchOptions,
} from "../../../../src/main/launch/launch-options.js";

function read(args: string[], env: NodeJS.ProcessEnv = {}) {
  return parseLaunchOptions({ argv: ["/opt/tidemark", ...args], env, cwd: "/home/anna", appFolder: null });
}

function readInCheckout(args: string[]) {
  const argv = ["/electron", ...args];
  return parseLaunchOptions({ argv, env: {}, cwd: "/code/tidemark", appFolder: "/code/tidemark" });
}

test("a start without arguments uses the platform's folder and the default port", () => {
  expect(read([])).toEqual({
    dataFolder: null,
    port: 47_115,
    screenshotFile: null,
    lookUp: null,
    deepLink: null,
    openFiles: [],
    isHidden: false,
    withSample: false,
  });
});

test("--hidden starts the app without a window", () => {
  expect(read(["--hidden"]).isHidden).toBe(true);
  expect(read(["--hidden", "bose"]).lookUp).toBe("bose");
});

test("a deep link is offered, not looked up", () => {
  const link = "tidemark://add?url=https%3A%2F%2Fshop.example%2Fp%2F1";
  expect(read([link])).toMatchObject({ lookUp: null, deepLink: { url: "https://shop.example/p/1" } });
  expect(read(["tidemark://format-disk"])).toMatchObject({ lookUp: null, deepLink: null });
});

test("relative paths are resolved against the working directory", () => {
  const options = read(["--data", "prices", "--screenshot=shots/a.png"]);
  expect(options).toMatchObject({
    dataFolder: "/home/anna/prices",
    screenshotFile: "/home/anna/shots/a.png",
  });
});

test("the data folder may come from the environment, which --data overrides", () => {
  expect(read([], { TIDEMARK_DATA: "/a" }).dataFolder).toBe("/a");
  expect(read([], { TIDEMARK_DATA: "" }).dataFolder).toBeNull();
  expect(read(["--data", "/b"], { TIDEMARK_DATA: "/a" }).dataFolder).toBe("/b");
});

test("flags for Electron itself are ignored", () => {
  expect(read(["--no-sandbox", "--inspect=0", "--port", "0"])).toMatchObject({ port: 0, lookUp: null });
});

describe("file arguments", () => {
  test("files are opened, not looked up", () => {
    expect(read(["shop.tidemark"])).toMatchObject({
      openFiles: ["/home/anna/shop.tidemark"],
      lookUp: null,
    });
    expect(read(["/media/a.JSONL", "b.ndjson", "../c.sqlite3"]).openFiles).toEqual([
      "/media/a.JSONL",
      "/home/anna/b.ndjson",
      "/home/c.sqlite3",
    ]);
  });

  test("files may be URLs, as Linux desktops pass them", () => {
    expect(read(["file:///home/anna/My%20shop.tidemark"]).openFiles).toEqual(["/home/anna/My shop.tidemark"]);
    expect(read(["file://elsewhere/a.tidemark"]).openFiles).toEqual([]);
  });

  test("files of other kinds, or beside words, are words to look up", () => {
    expect(read(["lamp.txt"])).toMatchObject({ openFiles: [], lookUp: "lamp.txt" });
    expect(read(["what", "is", "a.jsonl"])).toMatchObject({ openFiles: [], lookUp: "what is a.jsonl" });
  });

  test("files are limited to five", () => {
    expect(read(Array.from({ length: 9 }, (_, at) => `${at}.jsonl`)).openFiles).toHaveLength(5);
  });

  test("files do not include the app folder of a checkout", () => {
    expect(readInCheckout([".", "a.tidemark"]).openFiles).toEqual(["/code/tidemark/a.tidemark"]);
  });
});

test("words are looked up together", () => {
  expect(read(["--port", "0", "bose", "qc 45"]).lookUp).toBe("bose qc 45");
});

test("words do not include the app folder of a checkout", () => {
  expect(readInCheckout(["--no-sandbox", ".", "--port", "0"]).lookUp).toBeNull();
  expect(readInCheckout([".", "bose"]).lookUp).toBe("bose");
  expect(readInCheckout(["-r", "/loader.js", ".", "bose"]).lookUp).toBe("bose");
});

test("words are truncated to 2,000 characters", () => {
  expect(read(["x".repeat(3_000)]).lookUp).toHaveLength(2_000);
});

test.each([[["--port", "nine"]], [["--port", "65536"]], [["--port=-1"]], [["--data"]], [["--data="]]])(
  "the launch is refused with %j",
  (args) => {
    expect(() => read(args)).toThrow(LaunchUsageError);
  },
);

test("the listener has its own port, or any free one if the API takes any", () => {
  expect(listenerPortFor(47_115)).toBe(47_116);
  expect(listenerPortFor(8_080)).toBe(47_116);
  expect(listenerPortFor(0)).toBe(0);
});
