import { type Context, Hono } from "hono";
import { z } from "zod";
import { type CreateDocumentOptions, createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import {
  operationsOfExtension,
  type PairingAnswer,
  type PairingState,
  pairingRequest,
} from "../../../shared/app/extension.js";
import { fileIssue } from "../../../shared/app/lists.js";
import { appOperations } from "../../../shared/app/operations.js";
import { type CallResult, type OperationName, operations } from "../../../shared/calls.js";
import { type ErrorCode, errorRegistry } from "../../../shared/contract/errors.js";
import { errorDetail, errorResponse } from "../../../shared/contract/meta.js";
import { contractOperations } from "../../../shared/contract/operations.js";
import { identifierList } from "../../../shared/contract/requests.js";
import { dataErrorKinds } from "../../../shared/data/data-error.js";
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
import { ownerDescriptions, ownerTags } from "./owner-descriptions.js";
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

/** `watch.list` → `watchList`. */
function operationId(operation: string): string {
  return operation.replace(/[._](\w)/g, (_mark, letter: string) => letter.toUpperCase());
}

const failures = {
  400: "The input is not valid, or the operation is not possible now.",
  401: "The key is missing, malformed, revoked or not an owner key.",
  404: "Nothing matched.",
  500: "Something unexpected went wrong.",
};

/** A result of the contract's API without `success` and `meta`, which only its programs need. */
function withoutEnvelope(output: z.ZodType): z.ZodType {
  if (output instanceof z.ZodUnion)
    return z.union(output.options.map((each) => withoutEnvelope(each as z.ZodType)));
  if (!(output instanceof z.ZodObject)) return output;
  const { success: _success, meta: _meta, ...shape } = output.shape;
  return z.object(shape);
}

/** For a program that words errors itself: a refusal, an issue of a file, or one of the disk. */
const errorReason = z.union([
  z.object({ kind: z.string(), values: z.array(z.union([z.string(), z.number()])) }),
  fileIssue,
  z.object({ storage: z.enum(dataErrorKinds) }),
]);

function describePaths(): ZodOpenApiPathsObject {
  const error_detail = errorDetail.extend({ reason: errorReason.optional() });
  const failure = {
    "application/json": { schema: errorResponse.omit({ meta: true }).extend({ error_detail }) },
  };
  const errors = Object.entries(failures).map(([status, description]) => [
    status,
    { description, content: failure },
  ]);
  return Object.fromEntries(
    Object.entries(operations).map(([name, { input, output }]) => {
      const [summary, example] = ownerDescriptions[name as OperationName];
      const result = Object.hasOwn(contractOperations, name) ? withoutEnvelope(output) : output;
      return [
        `/${name}`,
        {
          post: {
            operationId: operationId(name),
            summary,
            tags: [name.split(".")[0] ?? name],
            requestBody: { required: false, content: { "application/json": { schema: input, example } } },
            responses: {
              200: { description: "Success.", content: { "application/json": { schema: result } } },
              ...Object.fromEntries(errors),
            },
          },
        },
      ];
    }),
  );
}

/** Says of a schema what only the owner API does. */
const describeSchema: NonNullable<CreateDocumentOptions["override"]> = ({ jsonSchema, zodSchema, io }) => {
  // An unknown field of a request is refused; a result may gain fields.
  if (io === "input" && jsonSchema.properties !== undefined) jsonSchema.additionalProperties ??= false;
  // A query string has the list as one text, a body as it is.
  if (zodSchema === identifierList) {
    jsonSchema.description =
      "1 to 100 identifiers: barcode, ASIN, model, MPN, product URL, name, or the product's key.";
    jsonSchema.example = ["036000291452", "B0AURORA01"];
  }
  // Generators of clients know names of fields, but neither `propertyNames` nor `prefixItems`.
  const { required, propertyNames, additionalProperties } = jsonSchema;
  if (propertyNames !== undefined && required !== undefined) {
    const properties = Object.fromEntries(required.map((name) => [name, additionalProperties]));
    Object.assign(jsonSchema, { properties, propertyNames: undefined });
  }
  const { prefixItems } = jsonSchema;
  if (prefixItems !== undefined) {
    const length = { minItems: prefixItems.length, maxItems: prefixItems.length };
    Object.assign(jsonSchema, { items: { anyOf: prefixItems }, ...length });
  }
};

/** The OpenAPI document of the owner API, from the schemas that validate the window's calls. */
function ownerApiDocument(baseUrl: string, version: string): object {
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Tidemark for its owner",
        version,
        description: "Every operation of the window, without credits and limits, for keys of the owner.",
        contact: { name: "The authors of Tidemark" },
        license: { name: "MIT", identifier: "MIT" },
      },
      servers: [{ url: baseUrl, description: "This installation" }],
      security: [{ bearer: [] }],
      tags: Object.entries(ownerTags).map(([name, description]) => ({ name, description })),
      paths: describePaths(),
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    {
      override: describeSchema,
    },
  );
}

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
      ...pair(options, origin, body, onPairing),
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
  const documentText = createDocumentText((baseUrl) => ownerApiDocument(baseUrl, options.version));
  api.get("/openapi.json", (c) =>
    c.body(documentText(linkOrigin(options.address()) + ownerRoot), 200, {
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

function pair(options: RequestContext, origin: string, body: Body, onPairing: () => void): PairingState {
  const input = body.json();
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
  const { id } = appOperations["acts.undo"].input.safeParse(input).data ?? {};
  if (id === undefined || clientOfAct(db, id) === keyId) return;
  throw refused(describeRefusal("actOfAnother"), "ERR_AUTH_INVALID");
}

function isOperation(name: string): name is OperationName {
  return Object.hasOwn(operations, name);
}

/** The other codes describe the window's way to the engine. */
function isContractCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorRegistry, code);
}
