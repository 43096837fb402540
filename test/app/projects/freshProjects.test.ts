import { createPageVisibility } from '../../../src/app/pageVisibility';
import type { Project } from '../../../src/contract/projects';
import { selectProject, selectProjectPage, selectShownProjects } from '../../../src/app/projects/projectsSelectors';
import {
  accessChosen,
  accessConfirmed,
  accessRefused,
  deleteRequested,
  projectArrived,
  projectDeleted,
  projectLeft,
  projectListLeft,
  projectListOpened,
  projectOpened,
} from '../../../src/app/projects/projectsSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, projectOf, refused } from '../../fixtures/appState';
import { controlledCall, fakePorts } from '../../fixtures/fakePorts';

const coffee = projectOf();
const id = coffee.id;
const tea = projectOf({ id: 'tea', createdAt: '2026-04-01T10:00:00.000Z' });
const green = projectOf({ id: 'green', createdAt: '2026-05-01T10:00:00.000Z' });

function app() {
  const list = controlledCall<[], readonly Project[]>();
  const one = controlledCall<[string], Project>();
  const projects = { list: list.call, one: one.call };
  const store = createAppStore(fakePorts({ pageVisibility: createPageVisibility(), projects }));
  return { dispatch: store.dispatch, state: store.getState, stop: store.stop, lists: list.calls, ones: one.calls };
}

describe('changes without an action of the person', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    show();
    connect();
  });

  const show = (visibility: DocumentVisibilityState = 'visible') => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const connect = (isOnline = true) => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    if (isOnline) window.dispatchEvent(new Event('online'));
  };
  const focus = () => void window.dispatchEvent(new Event('focus'));
  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);

  /** The list or a project's page, on the screen and just loaded. */
  const screens = {
    list: async () => {
      const world = app();
      const { lists, dispatch } = world;
      dispatch(projectListOpened());
      lists[0]?.answer([coffee]);
      await pass(0);
      const answer = (project: Project) => lists.at(-1)?.answer([project]);
      return {
        ...world,
        answer,
        requestCount: () => lists.length,
        leave: () => dispatch(projectListLeft()),
        calls: lists,
      };
    },
    page: async () => {
      const world = app();
      const { ones, dispatch } = world;
      dispatch(projectOpened({ projectId: id }));
      ones[0]?.answer(coffee);
      await pass(0);
      const answer = (project: Project) => ones.at(-1)?.answer(project);
      return {
        ...world,
        answer,
        requestCount: () => ones.length,
        leave: () => dispatch(projectLeft({ projectId: id })),
        calls: ones,
      };
    },
  };

  describe.each(['list', 'page'] as const)('appear on the %s', (name) => {
    it('every 30 seconds: a project changes to "Needs access", to "Stale" and back to "Live"', async () => {
      const { state, answer, requestCount } = await screens[name]();
      for (const [times, status] of (['needsAccess', 'stale', 'live'] as const).entries()) {
        await pass(29_999);
        expect(requestCount()).toBe(times + 1);
        await pass(1);
        expect(requestCount()).toBe(times + 2);
        answer(projectOf({ status }));
        await pass(0);
        expect(selectProject(state(), id)?.status).toBe(status);
      }
    });

    it.each([
      ['the window gets the focus', focus],
      ['its tab is shown', () => (show('hidden'), show())],
      ['the network is back', () => (connect(false), connect())],
    ])('as soon as %s, with one request', async (_when, come) => {
      const { state, answer, requestCount } = await screens[name]();
      come();
      focus();
      await pass(0);
      expect(requestCount()).toBe(2);
      answer(projectOf({ status: 'needsAccess' }));
      await pass(0);
      expect(selectProject(state(), id)?.status).toBe('needsAccess');
      expect(requestCount()).toBe(2);
    });

    it('not after the app has stopped', async () => {
      const { stop, requestCount } = await screens[name]();
      stop();
      await pass(600_000);
      focus();
      await pass(0);
      expect(requestCount()).toBe(1);
      expect(jest.getTimerCount()).toBe(0);
    });

    it.each([
      ['hidden', () => show('hidden'), () => show()],
      ['offline', () => connect(false), () => connect()],
    ])('not while it is %s, but at once afterwards', async (_how, go, comeBack) => {
      const { requestCount } = await screens[name]();
      go();
      await pass(600_000);
      focus();
      await pass(0);
      expect(requestCount()).toBe(1);
      comeBack();
      await pass(0);
      expect(requestCount()).toBe(2);
    });

    it('not after the page was left', async () => {
      const { requestCount, leave } = await screens[name]();
      leave();
      focus();
      await pass(600_000);
      expect(requestCount()).toBe(1);
    });

    it.each([
      ['renamed it', projectArrived(projectOf({ title: 'Renamed' }))],
      ['changed its access', accessConfirmed(projectOf({ title: 'Renamed' }))],
    ])('never from a response older than a change of the person: %s', async (_what, news) => {
      const { state, dispatch, answer, calls } = await screens[name]();
      focus();
      dispatch(news);
      calls[1]?.answer((name === 'list' ? [coffee] : coffee) as never);
      await pass(0);
      expect(selectProject(state(), id)?.title).toBe('Renamed');
      await pass(30_000);
      answer(projectOf({ title: 'Renamed', status: 'stale' }));
      await pass(0);
      expect(selectProject(state(), id)).toMatchObject({ title: 'Renamed', status: 'stale' });
    });

    it('after a failed request with the next one; the loaded data stays meanwhile', async () => {
      const { state, answer, requestCount, calls } = await screens[name]();
      focus();
      calls[1]?.fail(networkGone());
      await pass(0);
      expect(selectProject(state(), id)).toEqual(coffee);
      await pass(30_000);
      answer(projectOf({ status: 'stale' }));
      await pass(0);
      expect([requestCount(), selectProject(state(), id)?.status]).toEqual([3, 'stale']);
    });
  });

  it('include a deletion elsewhere: the project’s page says that it does not exist', async () => {
    const { state, calls } = await screens.page();
    focus();
    calls[1]?.fail(refused(404));
    await pass(0);
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'missing' });
  });

  it('never bring back a project that was deleted while the list was loading', async () => {
    const { state, dispatch, calls } = await screens.list();
    focus();
    dispatch(deleteRequested({ projectId: id }));
    dispatch(projectDeleted({ projectId: id }));
    await pass(0);
    calls[1]?.answer([coffee] as never);
    await pass(0);
    expect(selectShownProjects(state())).toEqual([]);
  });

  it('never bring back a deleted project whose page is opened while the list is loading', async () => {
    const { state, dispatch, calls } = await screens.list();
    dispatch(deleteRequested({ projectId: id }));
    dispatch(projectDeleted({ projectId: id }));
    focus();
    dispatch(projectOpened({ projectId: id }));
    calls[1]?.answer([coffee] as never);
    await pass(0);
    expect(selectShownProjects(state())).toEqual([]);
  });

  it('never bring back a project that was deleted while it was asked for', async () => {
    const { state, dispatch, calls } = await screens.page();
    focus();
    dispatch(deleteRequested({ projectId: id }));
    dispatch(projectDeleted({ projectId: id }));
    const after = selectProjectPage(state(), id);
    calls[1]?.answer(coffee);
    await pass(0);
    expect(selectProjectPage(state(), id)).toEqual(after);
    expect(calls).toHaveLength(3);
  });

  it('never keep the list from loading, as others arrive all the time during a long sync', async () => {
    const { state, dispatch, lists } = app();
    dispatch(projectListOpened());
    dispatch(projectArrived(tea));
    dispatch(projectArrived(green));
    await pass(0);
    lists[0]?.answer([tea, coffee]);
    await pass(0);
    expect([lists.length, selectShownProjects(state())]).toEqual([1, [green, tea, coffee]]);
  });

  it('list a project whose page could not be loaded meanwhile', async () => {
    const { state, dispatch, lists, ones } = app();
    dispatch(projectListOpened());
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.fail(networkGone());
    await pass(0);
    expect(selectProjectPage(state(), id)).toMatchObject({ phase: 'failed' });
    lists[0]?.answer([coffee]);
    await pass(0);
    expect(selectShownProjects(state())).toEqual([coffee]);
  });

  it('list a project whose failed page is tried again meanwhile', async () => {
    const { state, dispatch, lists, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    ones[0]?.fail(networkGone());
    await pass(0);
    dispatch(projectListOpened());
    dispatch(projectOpened({ projectId: id }));
    lists[0]?.answer([coffee]);
    await pass(0);
    expect(selectShownProjects(state())).toEqual([coffee]);
  });

  it('to other projects do not begin the request for a project anew', async () => {
    const { state, dispatch, ones } = app();
    dispatch(projectOpened({ projectId: id }));
    dispatch(projectArrived(tea));
    dispatch(projectDeleted({ projectId: tea.id }));
    await pass(0);
    expect(ones).toHaveLength(1);
    ones[0]?.answer(coffee);
    await pass(0);
    expect(selectProject(state(), id)).toEqual(coffee);
  });

  it('never end a change of the access that is being saved, nor what it goes back to', async () => {
    const { state, dispatch, lists } = await screens.list();
    focus();
    dispatch(accessChosen({ projectId: id, access: 'public' }));
    lists[1]?.answer([coffee]);
    await pass(0);
    expect(selectProject(state(), id)?.access).toBe('public');
    dispatch(accessRefused({ projectId: id }));
    expect(selectProject(state(), id)?.access).toBe(coffee.access);
  });

  it('never show a project as missing that came back while it was asked for', async () => {
    const { state, dispatch, calls } = await screens.page();
    focus();
    dispatch(deleteRequested({ projectId: id }));
    dispatch(projectDeleted({ projectId: id }));
    dispatch(projectArrived(coffee));
    calls[1]?.fail(refused(404));
    await pass(0);
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'ready' });
  });
});
