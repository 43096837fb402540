import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { authPaths } from '../../../src/contract/paths';
import { buildTestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import { jsonCalls } from '../../fixtures/jsonCalls';
import { newAddress, ORIGIN, PASSWORD } from '../../fixtures/people';
import { closeSharedWorkers } from '../../fixtures/sharedWorkers';
import { bearer, makeKey } from '../../server/keys/keyOf';
import { mutatedJson, mutatedText } from '../mutations';
import { targetOf } from '../target';
import { checkAnswer } from './answers';

/** A stored request: the call, and its body. */
interface Sent {
  readonly call: number;
  readonly type: string;
  readonly body: string;
}

/** A call with a valid body. */
interface Call {
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

const authCalls = [
  { url: authPaths.signInEmail, body: { email: 'nobody@tabpoint.example', password: PASSWORD } },
  { url: authPaths.updateUser, body: { name: 'Ada' } },
  { url: authPaths.revokeSession, body: { token: 'x' } },
];

const rowCalls = [
  { method: 'POST' as const, path: '', body: { name: 'Mate', price: 3 } },
  { method: 'POST' as const, path: '', body: [{ name: 'Mate', price: 3 }, { name: 'Oolong' }] },
  { method: 'PATCH' as const, path: '?name=Assam&_max_affected=5', body: { price: 5 } },
  { method: 'PUT' as const, path: '/r_2', body: { name: 'Assam', price: 5 } },
  { method: 'POST' as const, path: '/_query', body: { where: { name: 'Assam' }, sort: ['-price'], limit: 2 } },
];

async function prepared() {
  const errors: string[] = [];
  const server = await buildTestApp({ logLevel: 'error' }, { logTo: { write: (line) => void errors.push(line) } });
  const ada = await server.signUp();
  const project = await createdProject(server, ada);
  const { key } = await makeKey(server, ada, project.id);
  const { secret } = await makeKey(server, ada, project.id, { scopes: ['read', 'create', 'update', 'delete'] });
  const calls: Call[] = [
    ...jsonCalls.map(({ method, url, body }) => ({ method, url: url(project, key.id), headers: ada.headers, body })),
    ...authCalls.map(({ url, body }) => ({
      method: 'POST' as const,
      url,
      headers: { origin: ORIGIN, cookie: ada.cookie },
      body,
    })),
    ...rowCalls.map(({ method, path, body }) => ({
      method,
      url: `/v1/${project.id}/${project.tabs[0]?.slug}${path}`,
      headers: bearer(secret),
      body,
    })),
  ];
  return { server, calls, errors };
}

const JSON_TYPE = 'application/json';
const OTHER_TYPES = ['text/csv', 'application/x-www-form-urlencoded', 'text/plain', 'application/json; charset=utf-16'];

/** Every body that a call of `/api` and `/v1` parses. */
export async function bodiesTarget() {
  const { server, calls, errors } = await prepared();
  const json = fc
    .nat(calls.length - 1)
    .chain((call) => mutatedJson([calls[call]?.body ?? {}]).map((body): Sent => ({ call, type: JSON_TYPE, body })));
  const other = fc.record({
    call: fc.nat(calls.length - 1),
    type: fc.constantFrom(...OTHER_TYPES),
    body: mutatedText(
      ['name,price\nMate,3\n', 'name=Mate&price=3'],
      ['"', '\r\n', '%', '%00', '&', '\0', '=1+1', '__proto__'],
    ),
  });
  return targetOf<Sent>({
    name: 'bodies',
    inputs: fc.oneof({ weight: 5, arbitrary: json }, { weight: 1, arbitrary: other }),
    check: async ({ call, type, body }) => {
      const { method, url, headers } = calls[call % calls.length] ?? { method: 'POST', url: '/', headers: {} };
      const request: InjectOptions = {
        method,
        url,
        headers: { ...headers, 'content-type': type },
        payload: body,
        remoteAddress: newAddress(),
      };
      errors.length = 0;
      const answer = await server.app.inject(request);
      if (errors.length > 0) throw new Error(`${answer.statusCode}: ${errors.join('')}`);
      checkAnswer(answer);
    },
    close: async () => {
      await server.close();
      await closeSharedWorkers();
    },
  });
}
