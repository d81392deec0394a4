import { beforeEach, describe, expect, test } from "vitest";
import { PageReadiness } from "../../../../src/main/window/page-readiness.js";
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

test("callbacks run in order once the page listens, and later ones immediately", () => {
  signal.whenReady(note("first"));
  signal.whenReady(note("second"));
  expect(ran).toEqual([]);
  signal.markReady();
  signal.whenReady(note("third"));
  expect(ran).toEqual(["first", "second", "third"]);
  signal.markReady();
  expect(ran).toHaveLength(3);
});

test("a new page has to signal again that it listens", () => {
  signal.markReady();
  signal.reset();
  signal.whenReady(note("command"));
  expect(ran).toEqual([]);
  signal.markReady();
  expect(ran).toEqual(["command"]);
});

describe("pages that send no signal", () => {
  test("a silent page counts as listening after a timeout", async () => {
    signal.reset();
    signal.assumeReadyAfter(1_000);
    signal.whenReady(note("command"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["command"]);
  });

  test("a silent page does not count as listening for the next page", async () => {
    signal.reset();
    signal.assumeReadyAfter(1_000);
    await time.pass(900);
    signal.reset();
    signal.whenReady(note("command"));
    await time.pass(1_000);
    expect(ran).toEqual([]);
  });
});

test("a callback runs as soon as the page listens, and never again", async () => {
  signal.whenReadyWithin(1_000, note("engine"));
  await time.pass(300);
  signal.markReady();
  expect(ran).toEqual(["engine"]);
  await time.pass(10_000);
  signal.reset();
  signal.markReady();
  expect(ran).toEqual(["engine"]);
});

test("a callback runs after the maximum wait if the page sends no signal, and never again", async () => {
  signal.whenReadyWithin(1_000, note("engine"));
  await time.pass(999);
  expect(ran).toEqual([]);
  await time.pass(1);
  expect(ran).toEqual(["engine"]);
  signal.markReady();
  expect(ran).toEqual(["engine"]);
});

test("a callback runs immediately if the page already listens", async () => {
  signal.markReady();
  signal.whenReadyWithin(1_000, note("engine"));
  expect(ran).toEqual(["engine"]);
  await time.pass(10_000);
  expect(ran).toEqual(["engine"]);
});
