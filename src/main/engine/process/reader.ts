import { randomBytes } from "node:crypto";
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { assertNever } from "../../../shared/assert-never.js";
import { openReader } from "../db/open.js";
import { readSnapshot } from "../db/store.js";
import { systemClock } from "../domain/clock.js";
import { renderResult } from "../http/respond.js";
import { routes } from "../http/routes/index.js";
import { lookUpIdentifiers } from "../operations/batch/look-up-batch.js";
import { readListFile } from "../operations/lists/read-file.js";
import { runHeavyRead } from "../operations/perform.js";
import type { RequestContext } from "../operations/request/context.js";
import { noEffects } from "../operations/request/effects.js";
import type { HeavyRead } from "../operations/request/heavy-read.js";
import { directPageReader } from "../sources/page/page-reader.js";
import { silentLog } from "./log.js";
import {
  type Answer,
  describeFailure,
  type Question,
  type ReaderReply,
  type ReaderRequest,
} from "./reader-thread.js";

/** The program of the reader's thread: reads texts, and runs heavy reads on a connection of its own. */

// Linux gives each thread a priority of its own, so the event loop goes first.
if (process.platform === "linux") setPriority(10);

const port = parentPort;
if (port === null) throw new Error("The reader runs on a thread.");

const context: RequestContext = {
  db: openReader(String(workerData)),
  clock: systemClock,
  randomBytes,
  log: silentLog,
  effects: noEffects,
};

function answerRequest(read: HeavyRead): Answer {
  const { result, credits } = runHeavyRead(context, read);
  if (read.form === "object") return { value: result, credits };
  const route = routes.find(({ operation }) => operation === read.operation);
  if (route === undefined) throw new Error(`${read.operation} has no route.`);
  const rendered = renderResult(route, read.form, result);
  return { rendered: { ...rendered, body: new TextEncoder().encode(String(rendered.body)) }, credits };
}

async function answer(question: Question): Promise<Answer> {
  switch (question.kind) {
    case "request":
      return answerRequest(question.read);
    case "batch":
      return {
        value: readSnapshot(context.db, () => lookUpIdentifiers(context.db, question.lookup)),
        credits: 0,
      };
    case "page":
      return { value: await directPageReader.readPage(question.page), credits: 0 };
    case "links":
      return { value: await directPageReader.readLinks(question.html, question.url), credits: 0 };
    case "list":
      return { value: readListFile(question.content, question.fileName), credits: 0 };
    default:
      return assertNever(question);
  }
}

async function reply({ id, question }: ReaderRequest): Promise<ReaderReply> {
  try {
    return { id, ok: true, answer: await answer(question) };
  } catch (error) {
    return { id, ok: false, failure: describeFailure(error) };
  }
}

port.on("message", async (request: ReaderRequest) => {
  const message = await reply(request);
  const bytes = message.ok && "rendered" in message.answer ? [message.answer.rendered.body.buffer] : [];
  port.postMessage(message, bytes);
});
