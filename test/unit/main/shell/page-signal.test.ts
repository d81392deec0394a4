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

test("what waits runs in its order once the page listens, and what comes then at once", () => {
  signal.whenListening(note("first"));
  signal.whenListening(note("second"));
  expect(ran).toEqual([]);
  signal.listens();
  signal.whenListening(note("third"));
  expect(ran).toEqual(["first", "second", "third"]);
  signal.listens();
  expect(ran).toHaveLength(3);
});

test("another page has to say so itself", () => {
  signal.listens();
  signal.begin();
  signal.whenListening(note("command"));
  expect(ran).toEqual([]);
  signal.listens();
  expect(ran).toEqual(["command"]);
});

describe("a page that was read and says nothing", () => {
  test("is taken to listen after a while", async () => {
    signal.begin();
    signal.listensWithin(1_000);
    signal.whenListening(note("command"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["command"]);
  });

  test("says nothing for the page after it", async () => {
    signal.begin();
    signal.listensWithin(1_000);
    await time.pass(900);
    signal.begin();
    signal.whenListening(note("command"));
    await time.pass(1_000);
    expect(ran).toEqual([]);
  });
});

describe("what waits for so long at most", () => {
  test("runs as soon as the page listens, and never again", async () => {
    signal.whenListeningWithin(1_000, note("engine"));
    await time.pass(300);
    signal.listens();
    expect(ran).toEqual(["engine"]);
    await time.pass(10_000);
    signal.begin();
    signal.listens();
    expect(ran).toEqual(["engine"]);
  });

  test("runs then, where the page says nothing, and never again", async () => {
    signal.whenListeningWithin(1_000, note("engine"));
    await time.pass(999);
    expect(ran).toEqual([]);
    await time.pass(1);
    expect(ran).toEqual(["engine"]);
    signal.listens();
    expect(ran).toEqual(["engine"]);
  });

  test("runs at once where the page listens already", async () => {
    signal.listens();
    signal.whenListeningWithin(1_000, note("engine"));
    expect(ran).toEqual(["engine"]);
    await time.pass(10_000);
    expect(ran).toEqual(["engine"]);
  });
});
