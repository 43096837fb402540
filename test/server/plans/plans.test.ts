import { setTimeout as delay } from 'node:timers/promises';
import { apiPaths } from '../../../src/contract/paths';
import { DRIVE_BYTES, type PlanName, plans } from '../../../src/contract/plans';
import type { Project } from '../../../src/contract/projects';
import { purgeMonthlyCalls } from '../../../src/server/plans/planLimits';
import { buildTestApp } from '../../fixtures/apps';
import { beforeTests } from '../../fixtures/beforeTests';
import { createdProject, multipartOf, type SentFile, SMALL_CSV } from '../../fixtures/driveFiles';
import { createGate } from '../../fixtures/gates';
import type { SignedIn } from '../../fixtures/people';

const test = beforeTests(() => buildTestApp({ plans: 'tiered' }));
let ann: SignedIn;
beforeEach(async () => {
  ann = await test.signUp();
});

const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const answer = await test.app.inject({ method, url, headers: ann.headers, payload });
  return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
};
const choose = (plan: PlanName) => call('PUT', apiPaths.plan, { plan });
const upload = async (file: SentFile, server = test) => {
  const { payload, headers } = multipartOf(file);
  const all = { ...ann.headers, ...headers };
  const answer = await server.app.inject({ method: 'POST', url: apiPaths.driveSpreadsheets, headers: all, payload });
  return { status: answer.statusCode, body: answer.json() };
};
const rowsFile = (rows: number, name = 'long.csv'): SentFile => ({
  name,
  bytes: `Name\n${Array.from({ length: rows }, (_, n) => `r${n}`).join('\n')}\n`,
});

describe('GET /api/plans and PUT /api/plan', () => {
  it('return the table, the person’s plan, at first the first one, and its usage', async () => {
    await createdProject(test, ann, rowsFile(7));
    const { status, body } = await call('GET', apiPaths.plans);
    expect(status).toBe(200);
    expect(body).toMatchObject({ mode: 'tiered', plan: 'free', driveBytes: DRIVE_BYTES });
    expect(body.used).toEqual({ projects: 1, requestsThisMonth: 0, rowsPerTab: 7, drive: rowsFile(7).bytes.length });
    expect(body.plans).toEqual(Object.entries(plans).map(([id, plan]) => ({ id, ...plan })));
  });

  it('set another plan, at once and for nobody else', async () => {
    expect(await choose('pro')).toMatchObject({ status: 200, body: { plan: 'pro' } });
    expect((await call('GET', apiPaths.plans)).body.plan).toBe('pro');
    ann = await test.signUp();
    expect((await call('GET', apiPaths.plans)).body.plan).toBe('free');
  });

  it.each([{ plan: 'gold' }, {}, { plan: 'pro', price: 0 }])('refuse %j', async (body) => {
    expect(await call('PUT', apiPaths.plan, body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('projects', () => {
  const makeProjects = async (count: number) => {
    const made: Project[] = [];
    for (let n = 0; n < count; n += 1) made.push(await createdProject(test, ann, { ...SMALL_CSV, name: `p${n}.csv` }));
    return made;
  };

  it('are refused above the plan’s number, and created on a larger plan', async () => {
    await makeProjects(3);
    const { body: spreadsheet } = await upload({ ...SMALL_CSV, name: 'fourth.csv' });
    const make = () => call('POST', apiPaths.projectsSync, { sheetId: spreadsheet.spreadsheet.id });
    expect(await make()).toMatchObject({
      status: 403,
      body: {
        code: 'plan_limit',
        detail: 'You have 3 projects; Free has room for 3.',
        hint: 'Delete a project you no longer need. Or choose Pro under Upgrade: it has room for 25.',
      },
    });
    await choose('pro');
    expect((await make()).status).toBe(200);
  });

  it('created at the same time do not share the last place', async () => {
    await makeProjects(2);
    const sheets = await Promise.all([1, 2, 3].map((n) => upload({ ...SMALL_CSV, name: `at once ${n}.csv` })));
    const made = await Promise.all(
      sheets.map(({ body }) => call('POST', apiPaths.projectsSync, { sheetId: body.spreadsheet.id })),
    );
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect((await call('GET', apiPaths.plans)).body.used.projects).toBe(3);
  });

  it('are restored only within the plan’s number', async () => {
    const [first] = await makeProjects(3);
    await call('DELETE', apiPaths.project(first?.id ?? ''));
    await makeProjects(1);
    const restored = await call('POST', apiPaths.projectRestore(first?.id ?? ''));
    expect(restored).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    await choose('pro');
    expect((await call('POST', apiPaths.projectRestore(first?.id ?? ''))).status).toBe(200);
  });

  it('restored twice at the same time do not count twice', async () => {
    const projects = await makeProjects(3);
    for (const { id } of projects) {
      await call('DELETE', apiPaths.project(id));
      const restored = await Promise.all([1, 2, 3].map(() => call('POST', apiPaths.projectRestore(id))));
      expect(restored.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  });

  it('prevent a smaller plan that does not fit them', async () => {
    await choose('pro');
    await makeProjects(4);
    expect(await choose('free')).toMatchObject({
      status: 409,
      body: {
        code: 'plan_too_small',
        detail: 'You have 4 projects; Free has room for 3.',
        errors: [{ field: 'plan', detail: 'You have 4 projects; Free has room for 3.' }],
      },
    });
    expect((await call('GET', apiPaths.plans)).body.plan).toBe('pro');
    const { body } = await call('GET', apiPaths.projects);
    await call('DELETE', apiPaths.project(body.projects[0].id));
    expect((await choose('free')).status).toBe(200);
  });
});

describe('rows', () => {
  it('beyond the plan make no project', async () => {
    const { body } = await upload(rowsFile(plans.free.rowsPerTab + 1));
    const make = () => call('POST', apiPaths.projectsSync, { sheetId: body.spreadsheet.id });
    expect(await make()).toMatchObject({
      status: 403,
      body: { code: 'plan_limit', detail: 'The sheet “long” has 5,001 rows; Free has room for 5,000 in each.' },
    });
    expect((await call('GET', apiPaths.plans)).body.used.projects).toBe(0);
    await choose('pro');
    expect((await make()).status).toBe(200);
    expect(await choose('free')).toMatchObject({
      status: 409,
      body: { detail: 'The sheet “long” has 5,001 rows; Free has room for 5,000 in each.' },
    });
  });

  it('beyond the plan do not come back from the trash', async () => {
    await choose('pro');
    const { id } = await createdProject(test, ann, rowsFile(plans.free.rowsPerTab + 1));
    await call('DELETE', apiPaths.project(id));
    expect((await choose('free')).status).toBe(200);
    expect(await call('POST', apiPaths.projectRestore(id))).toMatchObject({
      status: 403,
      body: { code: 'plan_limit', detail: 'The sheet “long” has 5,001 rows; Free has room for 5,000 in each.' },
    });
    expect((await call('GET', apiPaths.trash)).body.projects).toMatchObject([{ id }]);
    await choose('pro');
    expect((await call('POST', apiPaths.projectRestore(id))).status).toBe(200);
  });

  it('beyond the plan are not written', async () => {
    const project = await createdProject(test, ann, rowsFile(plans.free.rowsPerTab - 1));
    const rows = apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0);
    const two = await call('POST', rows, [{ Name: 'a' }, { Name: 'b' }]);
    expect(two).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    expect(two.body.detail).toContain('has room for 5,000. Nothing was written.');
    expect((await call('POST', rows, { Name: 'last' })).status).toBe(201);
    expect(await call('POST', rows, { Name: 'one more' })).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
    await choose('pro');
    expect((await call('POST', rows, { Name: 'one more' })).status).toBe(201);
  });

  it('beyond the plan are not entered in the grid', async () => {
    const { sheetId, tabs } = await createdProject(test, ann, rowsFile(plans.free.rowsPerTab - 1));
    const tab = tabs[0]?.sheetId ?? 0;
    const last = plans.free.rowsPerTab;
    const enter = async (rows: readonly number[], column = 1) => {
      const { revision } = (await call('GET', apiPaths.driveTabRows(sheetId, tab))).body.tab;
      const edits = rows.map((row) => ({ row, column, cell: row === 1 ? 'More' : 'x' }));
      return call('PATCH', apiPaths.driveTab(sheetId, tab), { revision, edits });
    };
    const refused = { status: 403, body: { code: 'plan_limit' } };
    expect(await enter([last + 1, last + 2])).toMatchObject(refused);
    // A new column: all rows are derived again.
    expect(await enter([1, last + 1, last + 2], 2)).toMatchObject(refused);
    expect((await enter([last + 1])).status).toBe(200);
    expect(await enter([last + 2])).toMatchObject(refused);
    expect((await enter([1, last], 2)).status).toBe(200);
    expect((await call('GET', apiPaths.plans)).body.used.rowsPerTab).toBe(last);
  });

  it('beyond the plan are not written by concurrent requests either', async () => {
    const project = await createdProject(test, ann, rowsFile(plans.free.rowsPerTab - 2));
    const rows = apiPaths.projectTabRows(project.id, project.tabs[0]?.sheetId ?? 0);
    const made = await Promise.all([1, 2, 3, 4].map(() => call('POST', rows, { Name: 'a' })));
    expect(made.map(({ status }) => status).toSorted()).toEqual([201, 201, 403, 403]);
  });
});

describe('files', () => {
  const large = (bytes: number): SentFile => ({ name: 'large.csv', bytes: `Name\n${'x'.repeat(bytes)}\n` });

  it('larger than the plan allows are refused, with and without Content-Length', async () => {
    const refused = await upload(large(plans.free.uploadBytes + 100_000));
    expect(refused).toMatchObject({
      status: 403,
      body: {
        code: 'plan_limit',
        detail: 'This file is larger than 5 MB, the most that Free takes.',
        hint: 'Split the spreadsheet into smaller files. Or choose Pro under Upgrade: it takes 25 MB.',
      },
    });
    const justOver = await upload(large(plans.free.uploadBytes));
    expect(justOver).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
  });

  it.each(['tiered', 'unlimited'] as const)('that exceed the drive’s space are refused (%s)', async (mode) => {
    const server = mode === 'tiered' ? test : await buildTestApp();
    ann = await server.signUp();
    expect((await upload(SMALL_CSV, server)).status).toBe(201);
    await server.db
      .updateTable('drive_spreadsheets')
      .set({ file_bytes: DRIVE_BYTES - 5 })
      .where('owner_id', '=', ann.person.id)
      .execute();
    expect(await upload(SMALL_CSV, server)).toMatchObject({
      status: 403,
      body: { code: 'drive_full', detail: 'Your drive holds 5 GB, and this file does not fit any more.' },
    });
    if (server !== test) await server.close();
  });
});

it('requests of removed projects count until the end of the month', async () => {
  const used = async () => {
    await test.services.usage.flush(Date.now());
    return (await call('GET', apiPaths.plans)).body.used.requestsThisMonth;
  };
  const projects = [await createdProject(test, ann, rowsFile(7)), await createdProject(test, ann, SMALL_CSV)];
  for (const { id } of projects) for (let n = 0; n < 3; n += 1) await call('GET', `/v1/${id}/long`);
  expect(await used()).toBe(6);
  for (const { id } of projects) {
    await call('GET', `/v1/${id}`);
    await call('DELETE', apiPaths.project(id));
    expect(await call('DELETE', `${apiPaths.project(id)}?permanently=1`)).toMatchObject({ status: 204 });
  }
  expect(await used()).toBe(8);
  const lastMonth = test.db.updateTable('monthly_calls').set({ month: '2020-01' });
  await lastMonth.where('person_id', '=', ann.person.id).execute();
  expect(await used()).toBe(0);
  await purgeMonthlyCalls(test.db, Date.now());
  const left = test.db.selectFrom('monthly_calls').select('month').where('person_id', '=', ann.person.id);
  expect(await left.execute()).toEqual([]);
});

it('refreshes are as frequent as the plan allows, and slow down with a smaller one', async () => {
  const project = await createdProject(test, ann);
  const set = (refreshSeconds: number) => call('PUT', apiPaths.projectUpdate(project.id), { refreshSeconds });
  expect(await set(30)).toMatchObject({
    status: 403,
    body: {
      code: 'plan_limit',
      detail: 'Free refreshes every 60 seconds at most.',
      hint: 'Choose 60 seconds or more. Or choose Pro under Upgrade: it refreshes every 15 seconds.',
      errors: [{ field: 'refreshSeconds' }],
    },
  });
  expect((await set(60)).status).toBe(200);
  await choose('business');
  expect((await set(5)).body.project.refreshSeconds).toBe(5);
  await choose('pro');
  expect((await call('GET', apiPaths.project(project.id))).body.project.refreshSeconds).toBe(15);
});

it('an interval that is refused leaves the rows and their ids as they are', async () => {
  const project = await createdProject(test, ann, { name: 'keyed.csv', bytes: 'Name,Code\nOslo,1\nBergen,2\n' });
  const tabs = [{ sheetId: project.tabs[0]?.sheetId, keyColumn: 'Name' }];
  const refused = await call('PUT', apiPaths.projectUpdate(project.id), { refreshSeconds: 30, tabs });
  expect(refused).toMatchObject({ status: 403, body: { code: 'plan_limit' } });
  const gone = test.db.selectFrom('gone_rows as gone').innerJoin('project_tabs as tab', 'tab.id', 'gone.tab_id');
  expect(await gone.select('row_id').where('tab.project_id', '=', project.id).execute()).toEqual([]);
});

it('an interval that is set while a smaller plan is chosen has to fit that one', async () => {
  const project = await createdProject(test, ann);
  await choose('business');
  const [choosing, chosen] = [createGate(), createGate()];
  const choice = test.db.transaction().execute(async (trx) => {
    await trx.updateTable('person_plans').set({ plan: 'free' }).where('person_id', '=', ann.person.id).execute();
    choosing.open();
    await chosen.opened;
  });
  await choosing.opened;
  const setting = call('PUT', apiPaths.projectUpdate(project.id), { refreshSeconds: 5 });
  // Lets it begin; it has to wait for the end of the transaction.
  await delay(100);
  chosen.open();
  await choice;
  expect((await setting).status).toBe(403);
});

it('calls a minute are limited by the plan of the project’s owner, as soon as it is set', async () => {
  const project = await createdProject(test, ann);
  await call('PUT', apiPaths.projectUpdate(project.id), { access: 'public' });
  const policy = async () => (await test.app.inject({ url: `/v1/${project.id}` })).headers['ratelimit-policy'];
  expect(await policy()).toBe('"burst";q=60;w=60');
  await choose('pro');
  expect(await policy()).toBe('"burst";q=600;w=60');
});

describe('a server without plans', () => {
  const free = beforeTests(() => buildTestApp());

  it('has the table, but no plan of the person, and none can be set', async () => {
    const { headers } = await free.signUp();
    const plansAnswer = await free.app.inject({ url: apiPaths.plans, headers });
    expect(plansAnswer.json()).toMatchObject({ mode: 'unlimited', plan: null });
    const chosen = await free.app.inject({ method: 'PUT', url: apiPaths.plan, headers, payload: { plan: 'pro' } });
    expect(chosen.json()).toMatchObject({ status: 422, code: 'invalid_update' });
  });

  it('allows more projects, more rows and more frequent refreshes than any plan', async () => {
    const owner = await free.signUp();
    for (let n = 0; n < 4; n += 1) await createdProject(free, owner, { ...SMALL_CSV, name: `p${n}.csv` });
    const project = await createdProject(free, owner, rowsFile(plans.free.rowsPerTab + 1));
    const url = apiPaths.projectUpdate(project.id);
    const set = { method: 'PUT' as const, url, headers: owner.headers, payload: { refreshSeconds: 5 } };
    expect((await free.app.inject(set)).statusCode).toBe(200);
  });
});
