/** A request, and its expected outcome. */
export interface Ask {
  readonly method?: string;
  readonly cookie?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly body?: FormData | string;
  /** Expected statuses; 200 by default. 429 and 503 are always right. */
  readonly right?: readonly number[];
}

/** IP addresses of visitors, so that each stays below the limits of an address. */
const ADDRESSES = 2_000;

const WAIT_STATUSES = new Set([429, 503]);

/** Sends requests, each from another IP address, and counts responses. */
export class Client {
  readonly #statuses = new Map<number, number>();
  readonly wrong: string[] = [];
  #asked = 0;

  constructor(readonly url: string) {}

  get asked(): number {
    return this.#asked;
  }

  /** @returns the response with its body; unexpected ones are recorded */
  async send(path: string, ask: Ask = {}): Promise<{ status: number; headers: Headers; text: string }> {
    this.#asked += 1;
    const method = ask.method ?? (ask.json === undefined && ask.body === undefined ? 'GET' : 'POST');
    const body = ask.json === undefined ? ask.body : JSON.stringify(ask.json);
    const answer = await fetch(this.url + path, { method, headers: this.#headersOf(ask), ...(body && { body }) });
    const text = await answer.text();
    const { status, headers } = answer;
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (!(ask.right ?? [200]).includes(status) && !WAIT_STATUSES.has(status)) {
      this.wrong.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    }
    return { status, headers, text };
  }

  /** Prints the number of responses by status. @returns the first unexpected ones */
  conclude(): readonly string[] {
    print(`answers: ${[...this.#statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
    return this.wrong.slice(0, 20);
  }

  #headersOf({ cookie, key, headers, json }: Ask): Record<string, string> {
    const n = this.#asked % ADDRESSES;
    return {
      origin: this.url,
      'x-forwarded-for': `10.9.${n >> 8}.${n & 255}`,
      ...(cookie !== undefined && { cookie }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
  }
}

export const print = (text: string) => process.stdout.write(`${text}\n`);

export const inMebibytes = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

/** Prints the outcome of a run, and sets the status of the process. @param findings problems */
export async function conclude(findings: Promise<readonly string[]>, withoutFindings: string): Promise<void> {
  const lines = await findings.catch((error: unknown) => [
    error instanceof Error ? String(error.stack) : String(error),
  ]);
  print(lines.length === 0 ? withoutFindings : lines.join('\n'));
  process.exitCode = lines.length === 0 ? 0 : 1;
}
