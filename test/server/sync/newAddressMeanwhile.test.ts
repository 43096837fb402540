import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../../src/contract/paths';
import type { ProjectAnswer } from '../../../src/contract/projects';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { multipartOf, uploaded } from '../../fixtures/driveFiles';
import { type Writable, writable } from '../endpoints/write/writing';

const TEAS = { name: 'teas.csv', bytes: 'name\nAssam\nSencha\n' };
const FEWER = { name: 'teas.csv', bytes: 'name\nSencha\n' };

const test = beforeTests(() => buildTestApp());

/** Runs work when the next version or sync is ready to be published. */
function meanwhile(work: () => Promise<void>): void {
  const limits = test.services.planLimits;
  const waiting = jest.spyOn(limits, 'of');
  waiting.mockImplementationOnce(async (...whose) => {
    waiting.mockRestore();
    await work();
    return limits.of(...whose);
  });
}

/** Moves a project when its next version or sync is ready. @returns getter of the new address */
function moveMeanwhile({ owner }: Writable, projectId: string): () => string {
  let id = '';
  meanwhile(async () => {
    const url = apiPaths.projectNewAddress(projectId);
    const answer = await test.app.inject({ method: 'POST', url, headers: owner.headers });
    ({ id } = answer.json<ProjectAnswer>().project);
  });
  return () => id;
}

const rowsAt = async ({ key, project }: Writable, id: string) => {
  const url = `/v1/${id}/${project.tabs[0]?.slug}`;
  const answer = await test.app.inject({ url, headers: { authorization: `Bearer ${key}` } });
  return answer.json<{ data: { name: string }[] }>().data.map(({ name }) => name);
};

const historyOf = async (id: string) =>
  (await test.db.selectFrom('sync_runs').select(['started_by', 'result']).where('project_id', '=', id).execute())
    .map(({ started_by, result }) => `${started_by} ${result}`)
    .toSorted();

it('a new version is published at the new address, uploaded and restored', async () => {
  const teas = await writable(test, TEAS);
  const versions = apiPaths.driveVersions(teas.project.sheetId);
  const { headers, payload } = multipartOf(FEWER);
  const movedTo = moveMeanwhile(teas, teas.project.id);
  const all = { ...teas.owner.headers, ...headers };
  const uploaded = await test.app.inject({ method: 'POST', url: versions, headers: all, payload });
  expect(uploaded.statusCode).toBe(201);
  expect(await rowsAt(teas, movedTo())).toEqual(['Sencha']);
  expect(await historyOf(movedTo())).toEqual(['person done', 'upload done']);
  const again = moveMeanwhile(teas, movedTo());
  const url = apiPaths.driveVersionRestore(teas.project.sheetId, 1);
  expect((await test.app.inject({ method: 'POST', url, headers: teas.owner.headers })).statusCode).toBe(200);
  expect(await rowsAt(teas, again())).toEqual(['Assam', 'Sencha']);
});

it('a sync ends at the new address', async () => {
  const teas = await writable(test, TEAS);
  const movedTo = moveMeanwhile(teas, teas.project.id);
  const project = await teas.sync();
  expect(project).toMatchObject({ id: movedTo(), status: 'live' });
  expect(await rowsAt(teas, movedTo())).toEqual(['Assam', 'Sencha']);
  expect(await historyOf(movedTo())).toEqual(['person done', 'person done']);
});

it('a sync of a project that is deleted meanwhile answers that it was deleted', async () => {
  const { owner, project } = await writable(test, TEAS);
  const ask = (method: 'DELETE' | 'POST', url: string) => test.app.inject({ method, url, headers: owner.headers });
  meanwhile(async () => void (await ask('DELETE', apiPaths.project(project.id))));
  const answer = await ask('POST', `/api/projects/${project.id}/sync`);
  expect(answer.json()).toMatchObject({ status: 404, detail: 'The project was deleted while it was being synced.' });
});

it('a spreadsheet that is deleted before its first sync ends becomes no project', async () => {
  const { owner } = await writable(test, TEAS);
  const { id } = await uploaded(test, owner, FEWER);
  const url = apiPaths.driveSpreadsheet(id);
  meanwhile(async () => {
    expect((await test.app.inject({ method: 'DELETE', url, headers: owner.headers })).statusCode).toBe(204);
  });
  await expect(test.services.syncs.sync(owner.person, id)).rejects.toMatchObject({ code: 'source_not_found' });
  expect(await test.db.selectFrom('projects').select('id').where('sheet_id', '=', id).execute()).toEqual([]);
});

it('of a project that is created and its spreadsheet that is deleted at the same time, one succeeds', async () => {
  const { owner } = await writable(test, TEAS);
  for (let round = 0; round < 10; round += 1) {
    const { id } = await uploaded(test, owner, FEWER);
    const url = apiPaths.driveSpreadsheet(id);
    const removed = () => test.app.inject({ method: 'DELETE', url, headers: owner.headers });
    const [synced, { statusCode }] = await Promise.all([
      test.services.syncs.sync(owner.person, id).catch(() => undefined),
      delay(round * 2).then(removed),
    ]);
    expect(statusCode).toBe(synced === undefined ? 204 : 409);
  }
});
