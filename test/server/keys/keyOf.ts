import { apiPaths } from '../../../src/contract/paths';
import type { MadeKey, NewKey } from '../../../src/contract/keys';
import type { TestApp } from '../../fixtures/apps';
import type { SignedIn } from '../../fixtures/people';

/** Creates a key by the real call; by default a secret key with the scope read. */
export async function makeKey({ app }: TestApp, owner: SignedIn, projectId: string, wish: Partial<NewKey> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: apiPaths.projectKeys(projectId),
    headers: owner.headers,
    payload: { name: 'Bot', kind: 'secret', scopes: ['read'], ...wish },
  });
  if (answer.statusCode !== 201) throw new Error(`Making a key: ${answer.statusCode} ${answer.body}`);
  return answer.json<MadeKey>();
}

export const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
