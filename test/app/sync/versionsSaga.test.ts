import type { Project } from '../../../src/contract/projects';
import type { DriveVersion, VersionAnswer, VersionDifference } from '../../../src/contract/versions';
import { projectArrived, projectLeft } from '../../../src/app/projects/projectsSlice';
import { selectProject } from '../../../src/app/projects/projectsSelectors';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { versionEventFor } from '../../../src/app/sync/WorkbookVersions';
import type { AgreedChanges } from '../../../src/app/sync/versionsApi';
import { COMPARE_FAILED, RESTORE_FAILED, VERSION_FAILED } from '../../../src/app/sync/versionsSaga';
import { selectVersion, selectVersionList } from '../../../src/app/sync/syncSelectors';
import {
  dropChosen,
  renameAnswered,
  restoreAsked,
  versionCancelled,
  versionChosen,
  versionConfirmed,
  versionsLeft,
  versionsOpened,
} from '../../../src/app/sync/versionsSlice';
import { networkGone, projectOf, refused } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

const coffee = projectOf();
const workbook = { projectId: coffee.id, sheetId: coffee.sheetId };
const file = new File(['name,price'], 'coffee.csv');
const difference: VersionDifference = {
  tabs: [
    {
      ...{ title: 'beans', kind: 'changed', added: 2, changed: 0, deleted: 1, apiRowsKept: 3, apiRowsDropped: 0 },
      ...{ columnsAdded: [], columnsDeleted: [], columnsRetyped: [] },
    },
  ],
};
const second: DriveVersion = {
  ...{ n: 2, current: true, fileName: 'coffee.csv', bytes: 10, createdAt: '2026-03-12T14:28:00.000Z' },
  tabs: [{ title: 'beans', rows: 5 }],
};

async function app() {
  const list = controlledCall<[string], readonly DriveVersion[]>();
  const compare = controlledCall<[string, File, (share: number) => void], VersionDifference>();
  const apply = controlledCall<[string, File, AgreedChanges], VersionAnswer>();
  const restore = controlledCall<[string, number], VersionAnswer>();
  const one = controlledCall<[string], Project>();
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      projects: { one: one.call },
      versions: { list: list.call, compare: compare.call, apply: apply.call, restore: restore.call },
      sync: { history: async () => ({ syncs: [], keptDays: 30 }) },
    }),
  );
  dispatch(projectArrived(coffee));
  dispatch(versionsOpened({ sheetId: coffee.sheetId }));
  await settled();
  const calls = { lists: list.calls, compares: compare.calls, applies: apply.calls };
  return { dispatch, state, ...calls, restores: restore.calls, ones: one.calls };
}

async function compared() {
  const world = await app();
  world.dispatch(versionChosen(coffee.id, coffee.sheetId, file));
  world.compares[0]?.answer(difference);
  await settled();
  return world;
}

describe('a new version', () => {
  it('is uploaded and compared; it is applied only after confirmation', async () => {
    const { dispatch, state, compares, applies } = await app();
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    const [sheetId, sent, onProgress] = compares[0]?.args ?? [];
    expect([sheetId, sent]).toEqual([coffee.sheetId, file]);
    (onProgress as (share: number) => void)(0.42);
    expect(selectVersion(state(), coffee.id)).toMatchObject({ phase: 'comparing', percent: 42 });
    compares[0]?.answer(difference);
    await settled();
    expect(selectVersion(state(), coffee.id)).toMatchObject({ phase: 'compared', difference, dropApiRows: false });
    expect(selectVersion(state(), 'another')).toEqual({ phase: 'idle' });
    expect(applies).toHaveLength(0);
  });

  it('is applied as confirmed, and the project, its history and the list are updated', async () => {
    const { dispatch, state, applies, ones, lists } = await compared();
    dispatch(dropChosen({ dropApiRows: true }));
    dispatch(renameAnswered({ title: 'farms', formerTitle: null }));
    dispatch(renameAnswered({ title: 'teas', formerTitle: 'tea list' }));
    dispatch(renameAnswered({ title: 'farms', formerTitle: 'growers' }));
    dispatch(renameAnswered({ title: 'teas', formerTitle: null }));
    dispatch(versionConfirmed());
    const agreed = { dropApiRows: true, renamed: { growers: 'farms' } };
    expect(applies[0]?.args.slice(0, 3)).toEqual([coffee.sheetId, file, agreed]);
    dispatch(versionCancelled());
    dispatch(projectLeft({ projectId: coffee.id }));
    expect(applies[0]?.aborted()).toBe(false);
    applies[0]?.answer({ version: second, difference });
    await settled();
    expect(selectVersion(state(), coffee.id)).toEqual({ phase: 'idle' });
    expect(state().notices).toMatchObject([{ text: 'New version applied', detail: '2 added, 1 deleted in beans' }]);
    lists.at(-1)?.answer([second]);
    await settled();
    ones[0]?.answer(projectOf({ revision: 9 }));
    await settled();
    expect(selectVersionList(state(), coffee.sheetId)).toEqual({ phase: 'ready', versions: [second] });
    expect(selectProject(state(), coffee.id)?.revision).toBe(9);
  });

  it('can be cancelled during the upload and after the comparison', async () => {
    const { dispatch, state, compares, applies } = await app();
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    dispatch(versionCancelled());
    expect(compares[0]?.aborted()).toBe(true);
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    compares[1]?.answer(difference);
    await settled();
    dispatch(versionCancelled());
    dispatch(versionConfirmed());
    expect(applies).toHaveLength(0);
    expect(selectVersion(state(), coffee.id)).toEqual({ phase: 'idle' });
  });

  it.each([
    ["the server's words", refused(422, { detail: 'The workbook is damaged.' }), 'The workbook is damaged.'],
    ['the default message', networkGone(), COMPARE_FAILED],
  ])('shows %s if it fails, and lets another file be chosen', async (_whose, error, message) => {
    const { dispatch, state, compares } = await app();
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    compares[0]?.fail(error);
    await settled();
    expect(selectVersion(state(), coffee.id)).toMatchObject({ phase: 'refused', message });
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    expect(compares).toHaveLength(2);
  });

  it('shows an error if it cannot be applied', async () => {
    const { dispatch, state, applies } = await compared();
    dispatch(versionConfirmed());
    applies[0]?.fail(refused(503, { detail: 'Others write all the time.' }));
    await settled();
    expect(selectVersion(state(), coffee.id)).toMatchObject({
      phase: 'refused',
      message: 'Others write all the time.',
    });
  });

  it('chosen for another workbook replaces one that is not applied yet', async () => {
    const { dispatch, state, compares, applies } = await compared();
    dispatch(versionChosen('tea', 'tea-1', file));
    expect(compares[1]?.args[0]).toBe('tea-1');
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    expect(compares[1]?.aborted()).toBe(true);
    compares[2]?.answer(difference);
    await settled();
    dispatch(versionConfirmed());
    dispatch(versionChosen('tea', 'tea-1', file));
    expect(applies.map((call) => call.aborted())).toEqual([false]);
    expect(selectVersion(state(), coffee.id)).toMatchObject({ phase: 'applying' });
    expect(compares).toHaveLength(3);
  });

  it('that is not applied yet gives way to a restored one', async () => {
    const { dispatch, state, compares, restores } = await app();
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    dispatch(restoreAsked({ projectId: 'tea', sheetId: 'tea-1', n: 1 }));
    expect([compares[0]?.aborted(), restores.length]).toEqual([true, 1]);
    expect(selectVersion(state(), 'tea')).toMatchObject({ phase: 'restoring' });
  });

  it('ends with the session', async () => {
    const { dispatch, state, compares } = await app();
    dispatch(versionChosen(coffee.id, coffee.sheetId, file));
    dispatch(sessionEnded({ byChoice: false }));
    expect(compares[0]?.aborted()).toBe(true);
    await settled();
    expect(state().notices).toEqual([]);
  });

  it('is validated before it is uploaded', () => {
    const wrong = versionEventFor(workbook, new File([''], 'coffee.exe'), 100);
    expect(wrong.payload).toEqual({ ...workbook, message: 'Upload an .xlsx, .ods or .csv file.' });
    const large = versionEventFor(workbook, new File(['x'.repeat(101)], 'coffee.csv'), 100);
    expect(large.payload).toMatchObject({ message: 'This file is larger than 0 MB.' });
    expect(versionChosen.match(versionEventFor(workbook, file, 100))).toBe(true);
  });
});

describe('an old version', () => {
  it('is restored once for several presses', async () => {
    const { dispatch, state, restores } = await app();
    dispatch(restoreAsked({ ...workbook, n: 1 }));
    dispatch(restoreAsked({ ...workbook, n: 1 }));
    expect(restores.map(({ args }) => args)).toEqual([[coffee.sheetId, 1]]);
    restores[0]?.answer({ version: second, difference });
    await settled();
    expect(state().notices).toMatchObject([{ text: 'Version 1 restored' }]);
  });

  it('can be restored while the list after another one is loading', async () => {
    const { dispatch, restores } = await app();
    dispatch(restoreAsked({ ...workbook, n: 1 }));
    restores[0]?.answer({ version: second, difference });
    await settled();
    dispatch(restoreAsked({ ...workbook, n: 2 }));
    expect(restores).toHaveLength(2);
  });

  it('that cannot be restored shows an error', async () => {
    const { dispatch, state, restores } = await app();
    dispatch(restoreAsked({ ...workbook, n: 1 }));
    restores[0]?.fail(refused(500));
    await settled();
    expect(selectVersion(state(), coffee.id)).toMatchObject({ phase: 'refused', message: RESTORE_FAILED });
  });

  it.each([
    ['restored', RESTORE_FAILED],
    ['applied', VERSION_FAILED],
  ])('shows in the list that it was %s although its answer was lost', async (how, message) => {
    const { dispatch, state, restores, applies, lists } = await compared();
    dispatch(how === 'restored' ? restoreAsked({ ...workbook, n: 1 }) : versionConfirmed());
    [...restores, ...applies][0]?.fail(networkGone());
    await settled();
    expect(selectVersion(state(), coffee.id)).toMatchObject({ phase: 'refused', message });
    lists.at(-1)?.answer([second]);
    await settled();
    expect(selectVersionList(state(), coffee.sheetId)).toMatchObject({ versions: [second] });
  });

  it('a list that was requested before it does not hide it', async () => {
    const { dispatch, state, restores, lists } = await app();
    dispatch(restoreAsked({ ...workbook, n: 1 }));
    restores[0]?.answer({ version: second, difference });
    await settled();
    lists[1]?.answer([second]);
    await settled();
    lists[0]?.answer([]);
    await settled();
    expect(selectVersionList(state(), coffee.sheetId)).toMatchObject({ versions: [second] });
  });

  it('reloads nothing once the session has ended', async () => {
    const { dispatch, restores, ones } = await app();
    dispatch(restoreAsked({ ...workbook, n: 1 }));
    restores[0]?.answer({ version: second, difference });
    await settled();
    dispatch(sessionEnded({ byChoice: true }));
    await settled();
    expect(ones).toEqual([]);
  });
});

it('the list shows that it did not load, loads again, and is aborted when it is left', async () => {
  const { dispatch, state, lists } = await app();
  lists[0]?.fail(networkGone());
  await settled();
  expect(selectVersionList(state(), coffee.sheetId)).toMatchObject({ phase: 'failed' });
  dispatch(versionsOpened({ sheetId: coffee.sheetId }));
  expect(selectVersionList(state(), coffee.sheetId)).toBeUndefined();
  dispatch(versionsLeft());
  expect(lists[1]?.aborted()).toBe(true);
});
