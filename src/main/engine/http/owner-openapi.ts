import { z } from "zod";
import { type CreateDocumentOptions, createDocument, type ZodOpenApiPathsObject } from "zod-openapi";
import { fileIssue } from "../../../shared/app/lists.js";
import { type OperationName, operations } from "../../../shared/calls.js";
import { errorDetail, errorResponse } from "../../../shared/contract/meta.js";
import { contractOperations } from "../../../shared/contract/operations.js";
import { identifierList } from "../../../shared/contract/requests.js";
import { dataErrorKinds } from "../../../shared/data/data-error.js";
import { ownerDescriptions, ownerTags } from "./owner-descriptions.js";

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
export function ownerApiDocument(baseUrl: string, version: string): object {
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
