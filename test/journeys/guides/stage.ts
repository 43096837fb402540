import { EXAMPLE_ORIGIN, EXAMPLE_PROJECT, EXAMPLE_ROW, EXAMPLE_TAB } from '../../../src/app/learn/exampleEndpoint';
import { apiPaths } from '../../../src/contract/paths';
import type { TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';
import { beans } from '../../recording/places';
import { makeKey } from '../../server/keys/keyOf';

/** The site whose pages the guides show. */
export const FORM_SITE = 'https://beans.example';

/** A project in which the examples of a guide are run. */
export interface Stage {
  readonly origin: string;
  /** Replaces the guide's URL, row and keys by those of this project. */
  readonly real: (text: string) => string;
  /** Replaces values that differ between runs. */
  readonly general: (text: string) => string;
}

/** Creates the guides' project. @param origin where the server listens */
export async function stageOf(server: TestApp, owner: SignedIn, origin: string): Promise<Stage> {
  const { id, tabs } = await createdProject(server, owner, await beans());
  const open = { method: 'PUT', url: apiPaths.projectUpdate(id), headers: owner.headers } as const;
  await server.app.inject({ ...open, payload: { access: 'public' } });
  const scopes = ['read', 'create', 'update', 'delete'] as const;
  const { secret } = await makeKey(server, owner, id, { scopes: [...scopes] });
  const messages = tabs.filter(({ title }) => title === 'messages').map(({ sheetId }) => sheetId);
  const form = await makeKey(server, owner, id, {
    ...{ kind: 'publishable', scopes: ['create'], tabs: messages },
    origins: [FORM_SITE],
  });
  const rows = await fetch(`${origin}/v1/${id}/${EXAMPLE_TAB}?_limit=1`);
  const { data } = (await rows.json()) as { data: { _id: string }[] };
  return {
    origin,
    real: (text) =>
      text
        .replaceAll(EXAMPLE_ORIGIN, origin)
        .replaceAll(EXAMPLE_PROJECT, id)
        .replaceAll(EXAMPLE_ROW, data[0]?._id ?? '')
        .replaceAll('YOUR_PUBLISHABLE_KEY', form.secret)
        .replaceAll('YOUR_KEY', secret),
    general: (text) =>
      text
        .replaceAll(origin, EXAMPLE_ORIGIN)
        .replaceAll(id, EXAMPLE_PROJECT)
        .replaceAll(/\br_[0-9a-z]{12}\b/g, 'r_…')
        .replace(/_cursor=[^"]+/g, '_cursor=…')
        .replace(/"next": ?"[^"]*"/g, (next) => decodeURIComponent(next))
        .replace(/"requestId": ?"[^"]*"/g, '"requestId":"…"'),
  };
}
