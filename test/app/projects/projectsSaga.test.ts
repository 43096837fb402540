import { testSaga } from 'redux-saga-test-plan';
import { takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Project, ProjectUpdate } from '../../../src/contract/projects';
import { projectChangesSaga } from '../../../src/app/projects/projectChanges';
import { fetchList, projectsSaga, refreshProject, showList, showProject } from '../../../src/app/projects/projectsSaga';
import {
  accessChosen,
  deleteRequested,
  projectListArrived,
  projectListOpened,
  projectListRetried,
  projectListWanted,
  projectOpened,
  projectOutdated,
  projectLeft,
} from '../../../src/app/projects/projectsSlice';
import {
  selectDeleting,
  selectProject,
  selectProjectPage,
  selectShownProjects,
} from '../../../src/app/projects/projectsSelectors';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, projectOf, refused } from '../../fixtures/appState';
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
  const visited: unknown[][] = [];
  const { dispatch, getState: state } = createAppStore(
    fakePorts({
      projects: { list: list.call, one: one.call, update: update.call, remove: remove.call },
      location: () => location,
      navigate: (...place) => visited.push(place),
    }),
  );
  return { dispatch, state, visited, lists: list.calls, ones: one.calls, updates: update.calls, removes: remove.calls };
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
      .is(takeEvery(projectOutdated, refreshProject))
      .next()
      .fork(projectChangesSaga)
      .next()
      .isDone();
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

  it('is reloaded on its own page, until that is left', async () => {
    const { dispatch, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.answer(syncing);
    await jest.advanceTimersByTimeAsync(2_000);
    ones[1]?.answer(syncing);
    await jest.advanceTimersByTimeAsync(1_000);
    dispatch(projectLeft({ projectId: id }));
    await jest.advanceTimersByTimeAsync(10_000);
    expect(ones).toHaveLength(2);
  });
});

describe('a project’s page', () => {
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

describe('a project that may have changed', () => {
  it('is read again; failed readings change nothing, and the next one is tried', async () => {
    const { dispatch, state, ones } = listed();
    const before = state();
    // More often than the saga of a feature is restarted after errors.
    for (let reading = 0; reading < 5; reading += 1) {
      dispatch(projectOutdated({ projectId: id }));
      ones[reading]?.fail(networkGone());
      await settled();
    }
    expect(state()).toEqual(before);
    dispatch(projectOutdated({ projectId: id }));
    ones[5]?.answer({ ...coffee, title: 'Renamed' });
    await settled();
    expect(selectProject(state(), id)?.title).toBe('Renamed');
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

  it('goes from the project’s own page to the list', async () => {
    const { removes, visited } = await remove(`/projects/${id}/roasters?view=data`);
    removes[0]?.answer();
    await settled();
    expect(visited).toEqual([['/', { replace: true }]]);
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
  const switched = () => {
    const world = listed();
    world.dispatch(accessChosen({ projectId: id, access: 'public' }));
    return world;
  };

  it('shows a failure once, and removes it after a success', async () => {
    const { dispatch, state, updates } = switched();
    updates[0]?.fail(networkGone());
    await settled();
    dispatch(accessChosen({ projectId: id, access: 'public' }));
    updates[1]?.fail(networkGone());
    await settled();
    expect(state().notices).toHaveLength(1);
    dispatch(accessChosen({ projectId: id, access: 'public' }));
    updates[2]?.answer(projectOf({ access: 'public' }));
    await settled();
    expect(state().notices).toEqual([]);
  });

  it('shows at once what the server has after the answer was lost', async () => {
    const { state, updates, ones } = switched();
    updates[0]?.fail(networkGone());
    await settled();
    ones[0]?.answer(projectOf({ access: 'public' }));
    await settled();
    expect(selectProject(state(), id)).toMatchObject({ access: 'public' });
  });

  it('leaves a list that was never shown unread while the server is gone', async () => {
    const { dispatch, state, updates, lists, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.answer(coffee);
    await settled();
    dispatch(accessChosen({ projectId: id, access: 'public' }));
    updates[0]?.fail(networkGone());
    await settled();
    ones[1]?.fail(networkGone());
    await settled();
    expect([lists.length, ones.length, state().projects.list.phase]).toEqual([0, 2, 'idle']);
    expect(selectProject(state(), id)).toEqual(coffee);
  });

  it('can be used for another project meanwhile; both are aborted when the session ends', () => {
    const { dispatch, updates } = switched();
    dispatch(accessChosen({ projectId: 'tea', access: 'public' }));
    expect(updates.map(({ args }) => args[0])).toEqual([id, 'tea']);
    dispatch(ended);
    expect(updates.map((call) => call.aborted())).toEqual([true, true]);
  });
});
