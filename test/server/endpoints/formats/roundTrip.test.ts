import { apiPaths } from '../../../../src/contract/paths';
import { buildTestApp, type TestApp } from '../../../fixtures/apps';
import { createdProject } from '../../../fixtures/driveFiles';
import type { SignedIn } from '../../../fixtures/people';
import { publishProject } from '../published';

let server: TestApp;
let owner: SignedIn;

beforeAll(async () => {
  server = await buildTestApp();
  owner = await server.signUp();
});

afterAll(() => server.close());

const odd = [
  ...['text;n;yes;day;moment;time', '_x0041_;1;TRUE;2009-04-01;2009-04-01T12:30:00;07:30:00'],
  ...['a \u0001 b;-2.5;FALSE;1900-03-01;1999-12-31T23:59:59;23:59:59', '  spaces  ;0;;;;'],
  ...['<&">;1e3;TRUE;2100-01-01;2100-01-01T00:00:01;00:00:01', '=1+1;;;;;', '漢字 👩‍🚀;;;1850-06-07;;', '_x;3;;;;'],
];

async function rowsOf(project: string, tab: string) {
  const answer = await server.app.inject({ url: `/v1/${project}/${tab}?_fields=-_id` });
  return answer.json<{ data: Record<string, unknown>[] }>().data;
}

test('an .xlsx file can be uploaded again without losses', async () => {
  const { id } = await publishProject(server.db, owner.person.id, [{ title: 'Odd', slug: 'odd', lines: odd }]);
  const file = await server.app.inject({ url: `/v1/${id}/odd.xlsx?_fields=-_id` });
  const copy = await createdProject(server, owner, { name: 'copy.xlsx', bytes: file.rawPayload });
  await server.app.inject({
    method: 'PUT',
    url: apiPaths.projectUpdate(copy.id),
    headers: owner.headers,
    payload: { access: 'public' },
  });
  expect(copy.tabs.map(({ title }) => title)).toEqual(['Odd']);
  expect(await rowsOf(copy.id, 'Odd')).toEqual(await rowsOf(id, 'odd'));
});
