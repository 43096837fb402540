import { testSaga } from 'redux-saga-test-plan';
import { takeLatest, takeLeading } from 'redux-saga/effects';
import type { Project, ProjectUpdate } from '../../../src/contract/projects';
import { projectChangesSaga, RESTORE_FAILED } from '../../../src/app/projects/projectChanges';
import { fetchList, projectsSaga, showList, showProject } from '../../../src/app/projects/projectsSaga';
import {
  accessChosen,
  deleteRequested,
  projectListArrived,
  projectListLeft,
  projectListOpened,
  projectListRetried,
  projectListWanted,
  projectOpened,
  projectLeft,
  restoreRequested,
} from '../../../src/app/projects/projectsSlice';
import {
  selectAccessWaiting,
  selectDeleting,
  selectProject,
  selectProjectListFailure,
  selectProjectListPhase,
  selectProjectPage,
  selectShownProjects,
} from '../../../src/app/projects/projectsSelectors';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, projectOf, refused, signedOutError, timedOut } from '../../fixtures/appState';
import { controlledCall, fakePorts, settled } from '../../fixtures/fakePorts';

const coffee = projectOf();
const id = coffee.id;
const tea = projectOf({ id: 'tea', title: 'Tea', createdAt: '2026-04-01T10:00:00.000Z' });
const ended = sessionEnded({ byChoice: false });

function app(location = '/') {
  const list = controlledCall<[], readonly Project[]>();
  const one = controlledCall<[string], Project>();
  const update = controlledCall<[string, ProjectUpdate], Project>();
  const remove = controlledCall<[string], void>();
  const restore = controlledCall<[string], Project>();
  const visited: unknown[][] = [];
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      projects: {
        ...{ list: list.call, one: one.call, update: update.call, remove: remove.call, restore: restore.call },
      },
      location: () => location,
      navigate: (...place) => visited.push(place),
    }),
  );
  const calls = {
    lists: list.calls,
    ones: one.calls,
    updates: update.calls,
    removes: remove.calls,
    restores: restore.calls,
  };
  return { dispatch, state, visited, ...calls };
}

const listed = (location?: string) => {
  const world = app(location);
  world.dispatch(projectListArrived([coffee, tea]));
  return world;
};

describe('wiring', () => {
  it('loads with takeLatest, changes with takeLeading', () => {
    testSaga(projectsSaga)
      .next()
      .is(takeLatest([projectListOpened, projectListRetried], showList))
      .next()
      .is(takeLatest(projectOpened, showProject))
      .next()
      .is(takeLeading(projectListWanted, fetchList))
      .next()
      .fork(projectChangesSaga)
      .next()
      .isDone();
  });
});

describe('the list of projects', () => {
  it('loads', async () => {
    const { dispatch, state, lists } = app();
    dispatch(projectListOpened());
    expect(selectProjectListPhase(state())).toBe('loading');
    lists[0]?.answer([tea, coffee]);
    await settled();
    expect(selectShownProjects(state())).toEqual([tea, coffee]);
  });

  it.each([
    ["the server's words", refused(503, { detail: 'Busy.' })],
    ['no words', refused(500)],
    ['a timeout', timedOut()],
    ['a network that is gone', networkGone()],
  ])('fails on %s, and loads on "Try again"', async (_what, error) => {
    const { dispatch, state, lists } = app();
    dispatch(projectListOpened());
    lists[0]?.fail(error);
    await settled();
    expect(selectProjectListFailure(state())).toEqual(error.failure);
    dispatch(projectListRetried());
    expect(selectProjectListPhase(state())).toBe('loading');
    lists[1]?.answer([]);
    await settled();
    expect(selectProjectListPhase(state())).toBe('ready');
  });

  it('stays while it is reloaded, also if that fails', async () => {
    const { dispatch, state, lists } = listed();
    dispatch(projectListOpened());
    expect(selectProjectListPhase(state())).toBe('ready');
    lists[0]?.fail(networkGone());
    await settled();
    expect(selectShownProjects(state())).toEqual([tea, coffee]);
  });

  it('shows no error after a 401', async () => {
    const { dispatch, state, lists } = app();
    dispatch(projectListOpened());
    lists[0]?.fail(signedOutError());
    await settled();
    expect(selectProjectListPhase(state())).toBe('loading');
  });

  it.each([
    ['it is left', projectListLeft()],
    ['the session ends', ended],
  ])('is aborted when %s', async (_when, event) => {
    const { dispatch, state, lists } = app();
    dispatch(projectListOpened());
    dispatch(event);
    expect(lists[0]?.aborted()).toBe(true);
    lists[0]?.answer([coffee]);
    await settled();
    expect(selectShownProjects(state())).toEqual([]);
  });
});

describe('a syncing project', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());
  const syncing = projectOf({ status: 'syncing' });

  it('is reloaded every two seconds while the list is on the screen', async () => {
    const { dispatch, state, lists } = app();
    dispatch(projectListOpened());
    lists[0]?.answer([syncing]);
    await jest.advanceTimersByTimeAsync(1_999);
    expect(lists).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    lists[1]?.answer([coffee]);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lists).toHaveLength(2);
    expect(selectShownProjects(state())).toEqual([coffee]);
  });

  it('is not reloaded after the list was left', async () => {
    const { dispatch, lists } = app();
    dispatch(projectListOpened());
    lists[0]?.answer([syncing]);
    await jest.advanceTimersByTimeAsync(100);
    dispatch(projectListLeft());
    await jest.advanceTimersByTimeAsync(10_000);
    expect(lists).toHaveLength(1);
  });

  it('is reloaded on its own page, until that is left', async () => {
    const { dispatch, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.answer(syncing);
    await jest.advanceTimersByTimeAsync(2_000);
    ones[1]?.answer(syncing);
    await jest.advanceTimersByTimeAsync(1_000);
    dispatch(projectLeft());
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ones).toHaveLength(2);
  });
});

describe('a project’s page', () => {
  it('loads', async () => {
    const { dispatch, state, ones } = app();
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'loading' });
    dispatch(projectOpened({ projectId: id }));
    expect(ones[0]?.args).toEqual([id]);
    ones[0]?.answer(coffee);
    await settled();
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'ready' });
    expect(selectProject(state(), id)).toEqual(coffee);
  });

  it('shows at once what the list has loaded', () => {
    const { dispatch, state } = listed();
    dispatch(projectOpened({ projectId: id }));
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'ready' });
  });

  it('shows "missing" if the server knows no such project of this person', async () => {
    const { dispatch, state, ones } = listed();
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.fail(refused(404));
    await settled();
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'missing' });
    expect(selectShownProjects(state())).toEqual([tea]);
  });

  it('fails, and loads on the next try', async () => {
    const { dispatch, state, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.fail(networkGone());
    await settled();
    expect(selectProjectPage(state(), id)).toMatchObject({ phase: 'failed', failure: { kind: 'network' } });
    dispatch(projectOpened({ projectId: id }));
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'loading' });
    ones[1]?.answer(coffee);
    await settled();
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'ready' });
  });

  it('of another project aborts the request for the first', async () => {
    const { dispatch, state, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    dispatch(projectOpened({ projectId: 'tea' }));
    expect(ones.map((call) => call.aborted())).toEqual([true, false]);
    ones[0]?.fail(refused(404));
    ones[1]?.answer(tea);
    await settled();
    expect(selectProjectPage(state(), 'tea')).toEqual({ phase: 'ready' });
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'loading' });
  });
});

describe('deleting a project', () => {
  const remove = async (location?: string) => {
    const world = listed(location);
    world.dispatch(deleteRequested({ projectId: id }));
    expect(selectDeleting(world.state(), id)).toBe(true);
    expect(selectShownProjects(world.state())).toEqual([tea, coffee]);
    return world;
  };

  it.each([
    ['is done', () => undefined],
    ['was deleted already', () => refused(404)],
  ])('removes the project only when it %s, and says so', async (_when, failure) => {
    const { state, removes, visited } = await remove();
    const error = failure();
    if (error) removes[0]?.fail(error);
    else removes[0]?.answer();
    await settled();
    expect(removes.map(({ args }) => args)).toEqual([[id]]);
    expect(selectShownProjects(state())).toEqual([tea]);
    expect(selectDeleting(state(), id)).toBe(false);
    expect(state().notices).toMatchObject([{ kind: 'info', text: 'Coffee roasters 2025 deleted' }]);
    expect(visited).toEqual([]);
  });

  it('can be undone from its toast', async () => {
    const { state, dispatch, removes, restores } = await remove();
    removes[0]?.answer();
    await settled();
    const undo = restoreRequested({ projectId: id });
    expect(state().notices).toMatchObject([{ action: { label: 'Undo', event: undo } }]);
    dispatch(undo);
    expect(restores.map(({ args }) => args)).toEqual([[id]]);
    restores[0]?.answer(coffee);
    await settled();
    expect(selectShownProjects(state())).toEqual([tea, coffee]);
    expect(state().notices.at(-1)).toMatchObject({ kind: 'info', text: 'Coffee roasters 2025 is back' });
  });

  it.each([
    ["the server's words", refused(409, { detail: 'It is another project now.' }), 'It is another project now.'],
    ['the default message', networkGone(), RESTORE_FAILED],
  ])('that cannot be undone shows %s', async (_whose, error, text) => {
    const { state, dispatch, removes, restores } = await remove();
    removes[0]?.answer();
    await settled();
    dispatch(restoreRequested({ projectId: id }));
    restores[0]?.fail(error);
    await settled();
    expect(selectShownProjects(state())).toEqual([tea]);
    expect(state().notices.at(-1)).toMatchObject({ kind: 'error', text });
  });

  it('goes from the project’s own page to the list', async () => {
    const { removes, visited } = await remove(`/projects/${id}/roasters?view=data`);
    removes[0]?.answer();
    await settled();
    expect(visited).toEqual([['/', { replace: true }]]);
  });

  it.each([
    ["the server's words", refused(409, { detail: 'It is being synced.' }), 'It is being synced.'],
    ['no words', networkGone(), 'The project could not be deleted. Try again.'],
    ['a timeout', timedOut(), 'Request timed out'],
  ])('keeps the project if it fails with %s', async (_what, error, text) => {
    const { state, removes, dispatch } = await remove();
    removes[0]?.fail(error);
    await settled();
    expect(selectShownProjects(state())).toEqual([tea, coffee]);
    expect(selectDeleting(state(), id)).toBe(false);
    expect(state().notices).toMatchObject([{ kind: 'error', text }]);
    dispatch(deleteRequested({ projectId: id }));
    expect(removes).toHaveLength(2);
  });

  it('ignores a second press', async () => {
    const { dispatch, removes } = await remove();
    dispatch(deleteRequested({ projectId: id }));
    expect(removes).toHaveLength(1);
  });

  it('is aborted when the session ends', async () => {
    const { dispatch, removes } = await remove();
    dispatch(ended);
    expect(removes[0]?.aborted()).toBe(true);
  });

  it('shows no error after a 401', async () => {
    const { state, removes } = await remove();
    removes[0]?.fail(signedOutError());
    await settled();
    expect(state().notices).toEqual([]);
    expect(selectShownProjects(state())).toEqual([tea, coffee]);
  });

  it('is possible for another project meanwhile', async () => {
    const { state, dispatch, removes } = await remove();
    dispatch(deleteRequested({ projectId: 'tea' }));
    removes[1]?.answer();
    await settled();
    expect(selectShownProjects(state())).toEqual([coffee]);
    expect(selectDeleting(state(), id)).toBe(true);
  });
});

describe('the access switch', () => {
  const access = (world: ReturnType<typeof app>) => selectProject(world.state(), id)?.access;
  const switched = () => {
    const world = listed();
    world.dispatch(accessChosen({ projectId: id, access: 'public' }));
    expect(access(world)).toBe('public');
    expect(selectAccessWaiting(world.state(), id)).toBe(true);
    return world;
  };

  it('shows the choice at once and sends it to the server', async () => {
    const world = switched();
    expect(world.updates.map(({ args }) => args)).toEqual([[id, { access: 'public' }]]);
    world.updates[0]?.answer(projectOf({ access: 'public', title: 'As the server has it' }));
    await settled();
    expect(selectProject(world.state(), id)).toMatchObject({ access: 'public', title: 'As the server has it' });
    expect(selectAccessWaiting(world.state(), id)).toBe(false);
  });

  it.each([
    ["the server's words", refused(403, { detail: 'Not on this plan.' }), 'Not on this plan.'],
    ['no words', networkGone(), 'The access could not be changed. Try again.'],
    ['a timeout', timedOut(), 'Request timed out'],
  ])('returns to the previous state if it fails with %s', async (_what, error, text) => {
    const world = switched();
    world.updates[0]?.fail(error);
    await settled();
    expect(access(world)).toBe('private');
    expect(selectAccessWaiting(world.state(), id)).toBe(false);
    expect(world.state().notices).toMatchObject([{ kind: 'error', text }]);
  });

  it('shows a failure once, and removes it after a success', async () => {
    const world = switched();
    world.updates[0]?.fail(networkGone());
    await settled();
    world.dispatch(accessChosen({ projectId: id, access: 'public' }));
    world.updates[1]?.fail(networkGone());
    await settled();
    expect(world.state().notices).toHaveLength(1);
    world.dispatch(accessChosen({ projectId: id, access: 'public' }));
    world.updates[2]?.answer(projectOf({ access: 'public' }));
    await settled();
    expect(world.state().notices).toEqual([]);
  });

  it('keeps the choice while the project is reloaded', async () => {
    const world = switched();
    world.dispatch(projectListArrived([projectOf({ rows: 49 } as Partial<Project>), tea]));
    expect(access(world)).toBe('public');
    world.updates[0]?.fail(networkGone());
    await settled();
    expect(access(world)).toBe('private');
  });

  it('ignores another choice until the first has its response', async () => {
    const world = switched();
    world.dispatch(accessChosen({ projectId: id, access: 'private' }));
    expect(access(world)).toBe('public');
    expect(world.updates).toHaveLength(1);
    world.dispatch(accessChosen({ projectId: 'tea', access: 'public' }));
    expect(world.updates.map(({ args }) => args[0])).toEqual([id, 'tea']);
  });

  it('sends no request for a project that is not loaded', () => {
    const { dispatch, updates } = listed();
    dispatch(accessChosen({ projectId: 'nobody', access: 'public' }));
    expect(updates).toEqual([]);
  });

  it('is aborted when the session ends', () => {
    const { dispatch, updates } = switched();
    dispatch(ended);
    expect(updates[0]?.aborted()).toBe(true);
  });
});
