/** Definition of an error code of contract §7. */
export interface ErrorDefinition {
  readonly status: 400 | 401 | 403 | 404 | 405 | 429 | 500 | 503;
  /** The general message; a response may carry a more specific one. */
  readonly summary: string;
  /** One-line fix for the caller. */
  readonly action: string;
  readonly retry: string;
}

/** The only list of error codes: responses, documentation and the OpenAPI document derive from it. */
export const errorRegistry = {
  ERR_AUTH_MISSING: {
    status: 401,
    summary: "No API key was sent.",
    action: "Send the key as 'Authorization: Bearer <API_KEY>' or as the query parameter api_key.",
    retry: "No",
  },
  ERR_AUTH_INVALID: {
    status: 401,
    summary: "The API key is not in the required format.",
    action:
      "Send the complete key, ss_live_ followed by 32 letters and digits, after 'Bearer ', without quotes or spaces.",
    retry: "No",
  },
  ERR_AUTH_REVOKED: {
    status: 401,
    summary: "No active key matches the API key that was sent.",
    action: "Create a new key under Settings, For programs, or with 'tidemark keys create'.",
    retry: "No",
  },
  ERR_SUBSCRIPTION_REQUIRED: {
    status: 403,
    summary: "The account has no plan.",
    action: "Attach a plan to the account: 'tidemark account set --status active --plan-credits N'.",
    retry: "No",
  },
  ERR_SUBSCRIPTION_INACTIVE: {
    status: 403,
    summary: "The account's plan is canceled, or has been unpaid for more than a week.",
    action: "Activate the plan again: 'tidemark account set --status active'.",
    retry: "No",
  },
  ERR_CREDITS_EXHAUSTED: {
    status: 429,
    summary: "The credits of this billing period do not cover the request.",
    action: "Request less, wait for the next billing period, or raise the account's allowance.",
    retry: "Not until the period resets or the allowance is raised",
  },
  ERR_RATE_LIMIT: {
    status: 429,
    summary: "More than 1,000 requests within the rolling hour.",
    action: "Wait for the number of seconds in the Retry-After header, then send the request again.",
    retry: "Yes, after Retry-After",
  },
  ERR_INVALID_PARAMS: {
    status: 400,
    summary: "A parameter is missing, malformed or over a limit.",
    action: "Correct the parameter that the message names.",
    retry: "No",
  },
  ERR_IDENTIFIER_REQUIRED: {
    status: 400,
    summary: "No identifier was sent.",
    action: "Send at least one identifier in the query parameter ids.",
    retry: "No",
  },
  ERR_PRODUCT_NOT_FOUND: {
    status: 404,
    summary: "None of the identifiers matched a product.",
    action: "Check the identifiers, or search by name with /products/search.",
    retry: "No",
  },
  ERR_ENDPOINT_NOT_FOUND: {
    status: 404,
    summary: "The path, or the batch job or webhook it names, does not exist.",
    action: "Check the path against openapi.json, and any id in it.",
    retry: "No",
  },
  ERR_METHOD_NOT_ALLOWED: {
    status: 405,
    summary: "This endpoint is not available to this caller.",
    action: "Use a method from the Allow header, and call from a program on this computer.",
    retry: "No",
  },
  ERR_INTERNAL: {
    status: 500,
    summary: "Something unexpected went wrong; nothing was charged.",
    action: "Try again in a moment; if the error persists, quote meta.request_id.",
    retry: "Yes, with exponential backoff",
  },
  ERR_OVERLOADED: {
    status: 503,
    summary: "Too many requests are waiting; nothing was counted or charged.",
    action: "Wait for the number of seconds in the Retry-After header, then send the request again.",
    retry: "Yes, after Retry-After",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof errorRegistry;
export const errorCodes = Object.keys(errorRegistry) as ErrorCode[];

/** The next step of one error; null for its code's general one, which addresses programs. */
export function specificAction(code: ErrorCode, action: string): string | null {
  return action === errorRegistry[code].action ? null : action;
}
