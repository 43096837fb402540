import { writeXlsx } from 'hucre';
import { EXAMPLE_ORIGIN, EXAMPLE_PROJECT, EXAMPLE_ROW, EXAMPLE_TAB } from '../../../src/app/learn/exampleEndpoint';
import { apiPaths } from '../../../src/contract/paths';
import type { TestApp } from '../../fixtures/apps';
import { createdProject } from '../../fixtures/driveFiles';
import type { SignedIn } from '../../fixtures/people';
import { makeKey } from '../../server/keys/keyOf';

const day = (text: string) => new Date(`${text}Z`);

/** The sheet of the guides, as a workbook. */
const sheets = [
  {
    name: EXAMPLE_TAB,
    rows: [
      ['name', 'origin', 'price', 'in stock', 'harvested'],
      ['Kochere Natural', 'Ethiopia', 17.5, true, day('2025-01-14T00:00')],
      ['Huila Pink Bourbon', 'Colombia', 21, true, day('2025-02-02T00:00')],
      ['Nyeri AA', 'Kenya', 19.8, false, day('2024-12-11T00:00')],
      ['Fazenda Sertão', 'Brazil', 14.2, true, day('2024-09-30T00:00')],
      ['Sidama Bensa', 'Ethiopia', 18.9, true, day('2025-01-29T00:00')],
      ['Santa Ana Honey', 'El Salvador', 16.7, false, day('2025-03-21T00:00')],
    ],
  },
  {
    name: 'orders',
    rows: [
      ['order', 'bean', 'grams', 'sent'],
      ['00501', 'Nyeri AA', 250, day('2025-01-14T09:30')],
      ['00502', 'Kochere Natural', 1000, day('2025-01-15T16:05')],
    ],
  },
  { name: 'messages', rows: [['name', 'message']] },
];

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
  const bytes = Buffer.from(await writeXlsx({ sheets }));
  const { id, tabs } = await createdProject(server, owner, { name: 'Coffee roasters 2025.xlsx', bytes });
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
