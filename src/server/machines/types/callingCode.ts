/** What every client has: options, problems and the one place that calls. */
export const CALLING = `
export interface ConnectOptions {
  /** A key of the project, \`tp_…\`. Only a publishable one may stand in a page. */
  readonly key?: string | undefined;
  /** Where the server is; the one these types come from when nothing is said. */
  readonly origin?: string | undefined;
  /** Calls instead of the global \`fetch\`. */
  readonly fetch?: typeof fetch | undefined;
}

/** One line of a problem: what is wrong with one field or one cell. */
export interface ProblemLine {
  readonly field?: string;
  readonly cell?: string;
  readonly detail: string;
}

/** Thrown for every answer that is none: programs go by \`code\`, people read \`message\`. */
export class TabpointError extends Error {
  readonly status: number;
  readonly code: string;
  readonly hint: string | undefined;
  readonly errors: readonly ProblemLine[];
  readonly requestId: string | undefined;

  constructor(status: number, problem: Partial<Record<string, unknown>>) {
    const { code, detail, hint, errors, requestId } = problem;
    super(typeof detail === 'string' ? detail : \`The server answered \${status}.\`);
    this.name = 'TabpointError';
    this.status = status;
    this.code = typeof code === 'string' ? code : 'unknown';
    this.hint = typeof hint === 'string' ? hint : undefined;
    this.errors = Array.isArray(errors) ? errors : [];
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Response>;

async function problemIn(response: Response): Promise<TabpointError> {
  const problem: unknown = await response.json().catch(() => undefined);
  return new TabpointError(response.status, isObject(problem) ? problem : {});
}

function callWith({ key, origin = ORIGIN, fetch: fetchWith }: ConnectOptions): Call {
  return async (method, path, body, headers = {}) => {
    const response = await (fetchWith ?? fetch)(origin + PROJECT + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(key !== undefined && { authorization: \`Bearer \${key}\` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw await problemIn(response);
    return response;
  };
}
`;

/** How a row is addressed. */
export const ADDRESSING = `
const idPart = (id: string) => \`/\${encodeURIComponent(id.startsWith('_') ? \`_\${id}\` : id)}\`;
`;
