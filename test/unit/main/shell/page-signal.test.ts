import { beforeEach, describe, expect, test } from "vitest";
import { PageSignal } from "../../../../src/main/shell/page-signal.js";
import { ManualTime } from "../engine-host/manual-time.js";

let time: ManualTime;
let signal: PageSignal;
let ran: string[];

beforeEach(() => {
  time = new ManualTime();
  signal = new PageSignal(time.after);
  ran = [];
});

const note = (name: string) => () => void ran.push(name);

test("callbacks run in order once the page listens, and later ones immediately", () => {
  signal.whenListening(note("first"));
  signal.whenListening(note("second"));
  expect(ran).toEqual([]);
  signal.listens();
  signal.whenListening(note("third"));
  expect(ran).toEqual(["first", "second", "third"]);
  signal.listens();
  expect(ran).toHaveLength(3);
});

test("a new page has to signal again that it listens", () => {
  signal.listens();
  signal.begin();
  signal.whenListening(note("command"));
  expect(ran).toEqual([]);
  signal.listens();
  expect(ran).toEqual(["command"]);
});

describe("pages that send no signal", () => {
  test("a silent page counts as listening after a timeout", async () => {
    signal.begin();
    signal.listensWithin(1_000);
    signal.whenListening(note("command"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["command"]);
  });

  test("a silent page does not count as listening for the next page", async () => {
    signal.begin();
    signal.listensWithin(1_000);
    await time.pass(900);
    signal.begin();
    signal.whenListening(note("command"));
    await time.pass(1_000);
    expect(ran).toEqual([]);
  });
});

describe("callbacks with a maximum wait", () => {
  test("a callback runs as soon as the page listens, and never again", async () => {
    signal.whenListeningWithin(1_000, note("engine"));
    await time.pass(300);
    signal.listens();
    expect(ran).toEqual(["engine"]);
    await time.pass(10_000);
    signal.begin();
    signal.listens();
    expect(ran).toEqual(["engine"]);
  });

  test("a callback runs after the maximum wait if the page sends no signal, and never again", async () => {
    signal.whenListeningWithin(1_000, note("engine"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["engine"]);
    signal.listens();
    expect(ran).toEqual(["engine"]);
  });

  test("a callback runs immediately if the page already listens", async () => {
    signal.listens();
    signal.whenListeningWithin(1_000, note("engine"));
    expect(ran).toEqual(["engine"]);
    await time.pass(10_000);
    expect(ran).toEqual(["engine"]);
  });
});
