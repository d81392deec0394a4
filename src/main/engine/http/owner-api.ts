import { type Context, Hono } from "hono";
import { actOperations } from "../../../shared/app/acts.js";
import { operationNames, operationsOfExtension } from "../../../shared/app/device-access.js";
import type { PairingAnswer, PairingState } from "../../../shared/app/extension.js";
import type { CallResult, OperationName } from "../../../shared/calls.js";
import { type ErrorCode, errorRegistry } from "../../../shared/contract/errors.js";
import { clientOfAct } from "../db/acts/act.js";
import type { ReadDb } from "../db/store.js";
import { cleanTexts } from "../domain/clean-text.js";
import { newRequestId } from "../domain/random-text.js";
import { describeRefusal } from "../domain/refusal.js";
import { requestPairing } from "../operations/extension/pairing.js";
import { authenticateOwner } from "../operations/request/authenticate.js";
import type { RequestContext } from "../operations/request/context.js";
import { ContractError, parameterError, refused } from "../operations/request/contract-error.js";
import { type ReadOptions, RenderedResult } from "../operations/request/heavy-read.js";
import { type ApiAddress, linkOrigin, ownerRoot } from "./address.js";
import { type Body, readBody } from "./body.js";
import { clientSignal } from "./connections.js";
import {
  createDocumentText,
  errorHeaders,
  errorStatus,
  finishBody,
  ownerErrorBody,
  ownerHeaders,
  toContractError,
} from "./respond.js";

/** Runs an operation on behalf of the owner, who is not metered. Never rejects. */
type CallAsOwner = (
  operation: OperationName,
  input: unknown,
  options: ReadOptions & { readonly client: string },
) => Promise<CallResult<OperationName>>;

interface Options extends RequestContext {
  readonly address: () => ApiAddress;
  readonly version: string;
}

/** What the owner API needs of the running engine. */
export interface OwnerCalls {
  readonly call: CallAsOwner;
  /** Called when a browser extension asks to be paired. */
  readonly onPairing: () => void;
}

/** Enough for a page that a browser passes on, with its characters escaped. */
const maxBodyBytes = 16 * 1_048_576;
/** Enough for a name and a hash, from a caller without a key. */
const maxPairingBytes = 4_096;

/** A caller of operations, and what it may do. */
export interface OperationCaller {
  /** For the records of acts: see `AppContext`. */
  readonly client: string;
  /** Throws `ContractError` if it must not use the operation, which has this input. */
  checkAccess(operation: OperationName, input?: Readonly<Record<string, unknown>>): void;
}

/** Adds the operations. Input is the body, a JSON object or nothing; a result is the operation's output as it is. */
export function addOperations(
  api: Hono,
  options: RequestContext & { readonly version: string },
  { call, onPairing }: OwnerCalls,
  authenticate: (c: Context) => OperationCaller,
): void {
  const headers = () => ownerHeaders(newRequestId(options.randomBytes));
  api.post("/pair", async (c) => {
    const origin = requireExtension(c.req.header("origin"));
    const body = await readBody(c.req.raw, maxPairingBytes);
    const answer: PairingAnswer = {
      ...(await pair(options, origin, body, onPairing)),
      version: options.version,
    };
    return c.json(answer, 200, headers());
  });
  api.all("/:operation", async (c) => {
    const caller = authenticate(c);
    const operation = checkOperation(c.req.param("operation"), c.req.method);
    caller.checkAccess(operation);
    const body = await readBody(c.req.raw, maxBodyBytes);
    const input = body.isEmpty ? {} : body.json();
    caller.checkAccess(operation, input);
    const result = await call(operation, input, {
      client: caller.client,
      form: "json",
      isStrict: true,
      signal: () => clientSignal(c),
    });
    if (!result.ok) {
      const { code, message, action, reason } = result.error;
      if (!isContractCode(code)) throw new Error(`${code}: ${message}`);
      throw new ContractError(code, message, { ...(action && { action }), ...(reason && { reason }) });
    }
    const data: unknown = result.data;
    if (!(data instanceof RenderedResult)) return c.json(data as object, 200, headers());
    const { body: rendered, bytes } = finishBody(data, null);
    return c.body(rendered, 200, {
      ...headers(),
      "Content-Type": "application/json",
      "Content-Length": String(bytes),
    });
  });
}

/** The caller that a key in the header belongs to: a program of the owner, or a browser extension. */
export function authenticateKey(db: ReadDb, c: Context): OperationCaller {
  const { authorization = null, origin = null } = c.req.header();
  const key = authenticateOwner(db, authorization, origin);
  return {
    // A command's key exists only as long as the command.
    client: key.isEphemeral ? "command" : key.id,
    checkAccess: (name, input) => {
      if (key.origin === null) return;
      if (!operationsOfExtension.some((each) => each === name))
        throw new ContractError("ERR_AUTH_INVALID", `A browser extension cannot use ${name}.`, {
          action: "Use Tidemark's window.",
        });
      if (input !== undefined && name === "acts.undo") checkOwnAct(db, key.id, input);
    },
  };
}

export function createOwnerApi(options: Options, calls: OwnerCalls): Hono {
  const api = new Hono();
  const headers = () => ownerHeaders(newRequestId(options.randomBytes));
  const documentText = createDocumentText(async (baseUrl) => {
    const { ownerApiDocument } = await import("./owner-openapi.js");
    return ownerApiDocument(baseUrl, options.version);
  });
  api.get("/openapi.json", async (c) =>
    c.body(await documentText(linkOrigin(options.address()) + ownerRoot), 200, {
      ...headers(),
      "Content-Type": "application/json",
    }),
  );
  addOperations(api, options, calls, (c) => authenticateKey(options.db, c));
  api.onError((error, c) => {
    const failure = toContractError(error, options.log, "A request of the owner failed unexpectedly.");
    return c.json(ownerErrorBody(failure, linkOrigin(options.address())), errorStatus(failure), {
      ...headers(),
      ...errorHeaders(failure),
    });
  });
  return api;
}

/** The guard lets no origin pass but an extension's. */
function requireExtension(origin: string | undefined): string {
  if (origin !== undefined) return origin;
  throw new ContractError("ERR_METHOD_NOT_ALLOWED", "Only a browser extension can be paired.", {
    action: "Create a key with 'tidemark keys create --owner'.",
  });
}

async function pair(
  options: RequestContext,
  origin: string,
  body: Body,
  onPairing: () => void,
): Promise<PairingState> {
  const input = body.json();
  const { pairingRequest } = await import("../../../shared/app/extension.js");
  const request = pairingRequest.safeParse(input);
  if (!request.success) throw parameterError(request.error, input);
  return requestPairing(options, origin, cleanTexts(request.data), onPairing);
}

/** The operation, or why there is none. */
function checkOperation(name: string, method: string): OperationName {
  if (!isOperation(name))
    throw new ContractError("ERR_ENDPOINT_NOT_FOUND", `The operation ${name.slice(0, 100)} does not exist.`);
  if (method !== "POST")
    throw new ContractError("ERR_METHOD_NOT_ALLOWED", `The owner API does not support ${method}.`, {
      allow: ["POST"],
      action: "Use POST, with the input as a JSON object.",
    });
  return name;
}

/** An extension takes back only what it has done itself. */
function checkOwnAct(db: ReadDb, keyId: string, input: unknown): void {
  const { id } = actOperations["acts.undo"].input.safeParse(input).data ?? {};
  if (id === undefined || clientOfAct(db, id) === keyId) return;
  throw refused(describeRefusal("actOfAnother"), "ERR_AUTH_INVALID");
}

function isOperation(name: string): name is OperationName {
  return operationNames.some((each) => each === name);
}

/** The other codes describe the window's way to the engine. */
function isContractCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorRegistry, code);
}
