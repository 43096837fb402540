import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GoogleClient } from '../../../src/server/google/client';
import { googleAddresses, guardedLookup } from '../../../src/server/google/googleAddresses';

const signal = new AbortController().signal;
const servers: Server[] = [];

/** A server on this machine that records its requests. */
async function serving(answer: RequestListener) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

const redirecting =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

const GOOGLE_ADDRESS: LookupAddress = { address: '142.251.39.97', family: 4 };

describe('addresses that are never asked', () => {
  const client = new GoogleClient({
    resolve: async () => {
      throw new Error('Nobody is to be looked up.');
    },
  });
  it.each([
    'http://docs.google.com/spreadsheets/d/a/export',
    'https://docs.google.com:8443/',
    'https://user@docs.google.com/',
    'https://user:word@docs.google.com/',
    'https://docs.google.com@169.254.169.254/',
    'https://docs.google.com.attacker.example/',
    'https://docs.google.com./',
    'https://attacker.example/docs.google.com',
    'https://googleusercontent.com.attacker.example/',
    'https://doc-0s-sheets.googleusercontent.com.attacker.example/',
    'https://googleusercontent.com/',
    'https://evilgoogleusercontent.com/',
    'https://-.googleusercontent.com/',
    'https://drive.google.com/',
    'https://www.google.com/url?q=http://127.0.0.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/computeMetadata/v1/',
    'https://metadata.google.internal/',
    'https://localhost/',
    'file:///etc/passwd',
    'data:text/plain,a',
    'ftp://docs.google.com/',
  ])('%s', async (url) => {
    await expect(client.get(new URL(url), signal)).rejects.toMatchObject({ kind: 'refused' });
  });

  it('do not include those of Google', () => {
    const { allows } = googleAddresses();
    expect(
      [
        'https://docs.google.com/spreadsheets/d/a/export?format=xlsx',
        'https://sheets.googleapis.com/v4/spreadsheets/a',
        'https://www.googleapis.com/drive/v3/files/a',
        'https://oauth2.googleapis.com/token',
        'https://accounts.google.com/o/oauth2/v2/auth',
        'https://doc-0o-34-sheets.googleusercontent.com/export/a',
      ].filter((url) => !allows(new URL(url))),
    ).toEqual([]);
  });
});

describe('names that lead to this machine or its networks', () => {
  const asking = (...addresses: LookupAddress[]) =>
    new GoogleClient({ resolve: async () => addresses }).get(
      new URL('https://docs.google.com/spreadsheets/d/a/export'),
      signal,
    );

  it('are refused even if only one of their addresses does', async () => {
    await expect(asking(GOOGLE_ADDRESS, { address: '127.0.0.1', family: 4 })).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  it('are refused without an address', async () => {
    await expect(asking()).rejects.toMatchObject({ kind: 'unreachable' });
  });
});

describe('the connection', () => {
  it('is made to the addresses that were checked: the name is looked up once', async () => {
    let looks = 0;
    const lookup = guardedLookup(async () => {
      looks += 1;
      return looks === 1 ? [GOOGLE_ADDRESS] : [{ address: '127.0.0.1', family: 4 }];
    });
    const all = await new Promise((resolve, reject) =>
      lookup('docs.google.com', { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses))),
    );
    expect({ all, looks }).toEqual({ all: [GOOGLE_ADDRESS], looks: 1 });
    await expect(
      new Promise((resolve, reject) =>
        lookup('docs.google.com', {}, (error, one) => (error ? reject(error) : resolve(one))),
      ),
    ).rejects.toMatchObject({ kind: 'refused' });
  });

  it('sends no cookies and no referrer, and accepts no compression', async () => {
    let headers: NodeJS.Dict<string | string[]> = {};
    const first = await serving(
      (_request, response) =>
        void response.writeHead(302, { location: '/again', 'set-cookie': 'NID=511; path=/' }).end(),
    );
    const second = await serving((request, response) => {
      headers = request.headers;
      response.end('file');
    });
    const client = new GoogleClient({ double: [first.origin, second.origin] });
    await expect(client.get(new URL(`${first.origin}/start`), signal)).rejects.toMatchObject({ kind: 'unreadable' });
    (await client.get(new URL(second.origin), signal)).body.destroy();
    expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
    expect(headers['accept-encoding']).toBe('identity');
  });
});

describe('a used connection', () => {
  /** A server that records the connection of each request. */
  async function counting(answer: RequestListener) {
    const connections: Socket[] = [];
    const over: number[] = [];
    const google = await serving((request, response) => {
      if (!connections.includes(request.socket)) connections.push(request.socket);
      over.push(connections.indexOf(request.socket));
      answer(request, response);
    });
    const client = new GoogleClient({ double: [google.origin] });
    const ask = async (json?: unknown) => {
      const { body } = await client.send({ url: new URL(google.origin), ...(json !== undefined && { json }) }, signal);
      body.resume();
      await once(body, 'end');
      // The connection is free a moment after its response has ended.
      await nextTurn();
    };
    return { over, ask };
  }

  it('is reused by the next read; a POST gets a connection of its own', async () => {
    const { over, ask } = await counting((_request, response) => void response.end('read'));
    for (const json of [undefined, undefined, { write: 1 }, { write: 2 }, undefined]) await ask(json);
    expect(over).toEqual([0, 0, 1, 2, 0]);
  });

  it('that is just being closed does no harm: the read is repeated', async () => {
    let asked = 0;
    const { over, ask } = await counting((request, response) => {
      asked += 1;
      if (asked === 2) request.socket.destroy();
      else response.end('read');
    });
    await ask();
    await ask();
    expect(over).toEqual([0, 0, 1]);
  });
});

describe('redirects', () => {
  async function redirected(location: string, status?: number) {
    const google = await serving(redirecting(location, status));
    const client = new GoogleClient({ double: [google.origin] });
    return { google, answer: client.get(new URL(google.origin), signal) };
  }

  it('are followed to hosts of exports, with each status', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const content = await serving((_request, response) => void response.end('file'));
      const google = await serving(redirecting(`${content.origin}/file`, status));
      const client = new GoogleClient({ double: [google.origin, content.origin] });
      const answer = await client.get(new URL(google.origin), signal);
      answer.body.destroy();
      expect([answer.status, content.asked]).toEqual([200, ['/file']]);
    }
  });

  it('are not followed to another server of this machine', async () => {
    const secret = await serving((_request, response) => void response.end('secret'));
    const { answer } = await redirected(`${secret.origin}/admin`);
    await expect(answer).rejects.toMatchObject({ kind: 'refused' });
    expect(secret.asked).toEqual([]);
  });

  it.each(['file:///etc/passwd', '//127.0.0.1:1/'])('are not followed to %s', async (location) => {
    const { answer } = await redirected(location);
    await expect(answer).rejects.toMatchObject({ kind: 'refused' });
  });

  it('end in a cycle', async () => {
    const { google, answer } = await redirected('/again');
    await expect(answer).rejects.toMatchObject({ kind: 'unreadable' });
    expect(google.asked).toHaveLength(6);
  });

  it('without an address are an error', async () => {
    const { answer } = await redirected('http://[');
    await expect(answer).rejects.toMatchObject({ kind: 'unreadable' });
  });

  it('to a sign-in page are reported and not followed', async () => {
    const { google, answer } = await redirected('/ServiceLogin?service=wise');
    await expect(answer).resolves.toMatchObject({ status: 302, wantsSignIn: true });
    expect(google.asked).toEqual(['/']);
  });
});

describe('limits', () => {
  const asking = async (answer: RequestListener, options: { silence?: number } = {}) => {
    const { origin } = await serving(answer);
    return new GoogleClient({ double: [origin], ...options }).get(new URL(origin), signal);
  };

  it('too many headers are an error', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`x-${n}`, 'a'.repeat(1000)]));
    await expect(asking((_request, response) => void response.writeHead(200, many).end())).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('a server that does not answer times out', async () => {
    await expect(asking(() => undefined, { silence: 20 })).rejects.toMatchObject({ kind: 'silent' });
  });

  it('a broken connection is an error', async () => {
    await expect(asking((_request, response) => void response.destroy())).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  it('an aborted request is not sent, and an abort closes the connection', async () => {
    const { origin, asked } = await serving(() => undefined);
    const client = new GoogleClient({ double: [origin] });
    await expect(client.get(new URL(origin), AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
    expect(asked).toEqual([]);
    const leaving = new AbortController();
    const answer = client.get(new URL(origin), leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(answer).rejects.toThrow('gone');
  });
});
