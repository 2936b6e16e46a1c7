// tellback's only error class, with its closed list of codes. HTTP status and exit code are defined in this table only.

export const errorCodes = {
  internal: { status: 500, exit: 1 },
  invalid_input: { status: 400, exit: 2 },
  not_found: { status: 404, exit: 3 },
  ambiguous: { status: 409, exit: 3 },
  conflict: { status: 409, exit: 4 },
  unauthorized: { status: 401, exit: 5 },
  forbidden: { status: 403, exit: 5 },
  too_large: { status: 413, exit: 2 },
  unavailable: { status: 503, exit: 6 },
  store_newer: { status: 503, exit: 7 },
  store_corrupt: { status: 503, exit: 7 },
  not_supported: { status: 501, exit: 8 },
  interrupted: { status: 499, exit: 130 },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  hint?: string | undefined;
}

export class TellbackError extends Error {
  readonly code: ErrorCode;
  /** What to do next, preferably a command to run. */
  readonly hint: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { hint?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "TellbackError";
    this.code = code;
    this.hint = options.hint;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, hint: this.hint };
  }

  static fromBody(body: ErrorBody): TellbackError {
    return new TellbackError(body.code in errorCodes ? body.code : "internal", body.message, {
      hint: body.hint,
    });
  }

  /** Anything thrown, as a TellbackError. An error of a library may name a code; all others are internal. */
  static from(thrown: unknown): TellbackError {
    if (thrown instanceof TellbackError) return thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const { code, hint } = (thrown instanceof Error ? thrown : {}) as Partial<ErrorBody>;
    const isKnown = code !== undefined && Object.hasOwn(errorCodes, code);
    return new TellbackError(isKnown ? code : "internal", message, {
      hint: isKnown ? hint : undefined,
      cause: thrown,
    });
  }
}
