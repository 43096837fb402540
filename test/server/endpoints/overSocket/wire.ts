import { Agent, type IncomingHttpHeaders, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from '../../../fixtures/apps';

/** A request over a connection or within the process. */
export interface Call {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'OPTIONS';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A response, without what differs from one moment to the next. */
export interface Told {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Host of both ways: it appears in responses. */
export const HOST = 'data.example:8080';

/** Headers that differ each time, or with the connection. */
const CHANGING_HEADERS = ['date', 'ratelimit', 'connection', 'keep-alive', 'transfer-encoding'];

/** A file has a length only once it is cached. */
const isPassing = (name: string, isFile: boolean) =>
  CHANGING_HEADERS.includes(name) || (isFile && name === 'content-length');

const toldOf = (status: number, headers: IncomingHttpHeaders | Record<string, unknown>, body: Buffer): Told => ({
  status,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !isPassing(name, 'content-disposition' in headers)),
  ),
  body: body.toString('latin1').replace(/"requestId":"[^"]*"/, '"requestId":""'),
});

/** A response as it arrives. */
interface Came {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const requestOver = (port: number, agent: Agent, { method = 'GET', url, headers }: Call) =>
  new Promise<Came>((resolve, reject) => {
    const options = { port, agent, method, path: url, headers: { host: HOST, ...headers } };
    const request = ask(options, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
      );
      answer.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });

/** Listens, and sends requests over a real connection or within the process. */
export async function listening({ app }: TestApp) {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  return {
    port,
    /** Sends a request over a connection. */
    overSocket: async (call: Call) => {
      const { status, headers, body } = await requestOver(port, agent, call);
      return toldOf(status, headers, body);
    },
    /** Sends a request over a connection, and returns all headers of its response. */
    headersOverSocket: async (call: Call) => (await requestOver(port, agent, call)).headers,
    /** Sends a request within the process. */
    within: async ({ method = 'GET', url, headers }: Call) => {
      const answer = await app.inject({ method, url, headers: { host: HOST, ...headers } });
      return toldOf(answer.statusCode, answer.headers, answer.rawPayload);
    },
    hangUp: () => agent.destroy(),
  };
}

export type Listening = Awaited<ReturnType<typeof listening>>;

/** Sends a request three times: the first response is computed, the others come from the cache. */
export async function expectSameBothWays(wire: Pick<Listening, 'overSocket' | 'within'>, call: Call): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    const [through, past] = [await wire.overSocket(call), await wire.within(call)];
    expect({ call, ...through }).toEqual({ call, ...past });
    const etag = through.headers.etag;
    if (typeof etag !== 'string' || call.headers?.['if-none-match'] !== undefined) continue;
    const again = { ...call, headers: { ...call.headers, 'if-none-match': etag } };
    const [unchanged, expected] = [await wire.overSocket(again), await wire.within(again)];
    expect({ again, ...unchanged }).toEqual({ again, ...expected });
    expect([unchanged.status, unchanged.body]).toEqual([304, '']);
  }
}
