import { beforeEach, describe, expect, test } from "vitest";
import { PageReadiness } from "../../../../src/main/window/page-signal.js";
import { ManualTime } from "../engine-host/manual-time.js";

let time: ManualTime;
let signal: PageReadiness;
let ran: string[];

beforeEach(() => {
  time = new ManualTime();
  signal = new PageReadiness(time.after);
  ran = [];
});

const note = (name: string) => () => void ran.push(name);

test("what waits runs in its order once the page listens, and what comes then at once", () => {
  signal.whenReady(note("first"));
  signal.whenReady(note("second"));
  expect(ran).toEqual([]);
  signal.markReady();
  signal.whenReady(note("third"));
  expect(ran).toEqual(["first", "second", "third"]);
  signal.markReady();
  expect(ran).toHaveLength(3);
});

test("another page has to say so itself", () => {
  signal.markReady();
  signal.reset();
  signal.whenReady(note("command"));
  expect(ran).toEqual([]);
  signal.markReady();
  expect(ran).toEqual(["command"]);
});

describe("a page that was read and says nothing", () => {
  test("is taken to listen after a while", async () => {
    signal.reset();
    signal.assumeReadyAfter(1_000);
    signal.whenReady(note("command"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["command"]);
  });

  test("says nothing for the page after it", async () => {
    signal.reset();
    signal.assumeReadyAfter(1_000);
    await time.pass(900);
    signal.reset();
    signal.whenReady(note("command"));
    await time.pass(1_000);
    expect(ran).toEqual([]);
  });
});

describe("what waits for so long at most", () => {
  test("runs as soon as the page listens, and never again", async () => {
    signal.whenReadyWithin(1_000, note("engine"));
    await time.pass(300);
    signal.markReady();
    expect(ran).toEqual(["engine"]);
    await time.pass(10_000);
    signal.reset();
    signal.markReady();
    expect(ran).toEqual(["engine"]);
  });

  test("runs then, where the page says nothing, and never again", async () => {
    signal.whenReadyWithin(1_000, note("engine"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["engine"]);
    signal.markReady();
    expect(ran).toEqual(["engine"]);
  });

  test("runs at once where the page listens already", async () => {
    signal.markReady();
    signal.whenReadyWithin(1_000, note("engine"));
    expect(ran).toEqual(["engine"]);
    await time.pass(10_000);
    expect(ran).toEqual(["engine"]);
  });
});
