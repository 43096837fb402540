import { createPageVisibility } from '../../../src/app/pageVisibility';
import type { Project } from '../../../src/contract/projects';
import { selectProject, selectProjectPage, selectShownProjects } from '../../../src/app/projects/projectsSelectors';
import {
  accessConfirmed,
  projectArrived,
  projectDeleted,
  projectLeft,
  projectListLeft,
  projectListOpened,
  projectOpened,
} from '../../../src/app/projects/projectsSlice';
import { createAppStore } from '../../../src/app/store';
import { networkGone, projectOf, refused } from '../../fixtures/appState';
import { byHand, fakePorts } from '../../fixtures/fakePorts';

const coffee = projectOf();
const id = coffee.id;

function app() {
  const list = byHand<[], readonly Project[]>();
  const one = byHand<[string], Project>();
  const { projects, ...ports } = fakePorts();
  const pageVisibility = createPageVisibility();
  const store = createAppStore({ ...ports, pageVisibility, projects: { ...projects, list: list.call, one: one.call } });
  return { dispatch: store.dispatch, state: store.getState, stop: store.stop, lists: list.asked, ones: one.asked };
}

describe('what changes while nobody does anything', () => {
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

  /** The list, or a project's page, that is on the screen and has just been answered. */
  const screens = {
    list: async () => {
      const world = app();
      const { lists, dispatch } = world;
      dispatch(projectListOpened());
      lists[0]?.answer([coffee]);
      await pass(0);
      const answer = (project: Project) => lists.at(-1)?.answer([project]);
      return { ...world, answer, asked: () => lists.length, leave: () => dispatch(projectListLeft()), calls: lists };
    },
    page: async () => {
      const world = app();
      const { ones, dispatch } = world;
      dispatch(projectOpened({ projectId: id }));
      ones[0]?.answer(coffee);
      await pass(0);
      const answer = (project: Project) => ones.at(-1)?.answer(project);
      return { ...world, answer, asked: () => ones.length, leave: () => dispatch(projectLeft()), calls: ones };
    },
  };

  describe.each(['list', 'page'] as const)('is seen on the %s', (name) => {
    it('every half minute: a project turns to "Needs access", to "Stale" and back to "Live"', async () => {
      const { state, answer, asked } = await screens[name]();
      for (const [times, status] of (['needsAccess', 'stale', 'live'] as const).entries()) {
        await pass(29_999);
        expect(asked()).toBe(times + 1);
        await pass(1);
        expect(asked()).toBe(times + 2);
        answer(projectOf({ status }));
        await pass(0);
        expect(selectProject(state(), id)?.status).toBe(status);
      }
    });

    it.each([
      ['the window gets the focus', focus],
      ['its tab is shown', () => (show('hidden'), show())],
      ['the network is back', () => (connect(false), connect())],
    ])('as soon as %s, once', async (_when, come) => {
      const { state, answer, asked } = await screens[name]();
      come();
      focus();
      await pass(0);
      expect(asked()).toBe(2);
      answer(projectOf({ status: 'needsAccess' }));
      await pass(0);
      expect(selectProject(state(), id)?.status).toBe('needsAccess');
      expect(asked()).toBe(2);
    });

    it('never once the app has stopped', async () => {
      const { stop, asked } = await screens[name]();
      stop();
      await pass(600_000);
      focus();
      await pass(0);
      expect(asked()).toBe(1);
      expect(jest.getTimerCount()).toBe(0);
    });

    it.each([
      ['hidden', () => show('hidden'), () => show()],
      ['offline', () => connect(false), () => connect()],
    ])('never while it is %s, and at once afterwards', async (_how, go, comeBack) => {
      const { asked } = await screens[name]();
      go();
      await pass(600_000);
      focus();
      await pass(0);
      expect(asked()).toBe(1);
      comeBack();
      await pass(0);
      expect(asked()).toBe(2);
    });

    it('no more once it is left', async () => {
      const { asked, leave } = await screens[name]();
      leave();
      focus();
      await pass(600_000);
      expect(asked()).toBe(1);
    });

    it.each([
      ['renamed it', projectArrived(projectOf({ title: 'Renamed' }))],
      ['changed its access', accessConfirmed(projectOf({ title: 'Renamed' }))],
    ])('from an answer that is not older than what the person has done meanwhile: %s', async (_what, news) => {
      const { state, dispatch, answer, asked, calls } = await screens[name]();
      focus();
      dispatch(news);
      await pass(0);
      expect([asked(), calls[1]?.aborted()]).toEqual([3, true]);
      calls[1]?.answer(coffee as never);
      answer(projectOf({ title: 'Renamed', status: 'stale' }));
      await pass(0);
      expect(selectProject(state(), id)).toMatchObject({ title: 'Renamed', status: 'stale' });
    });

    it('and what is known stays where asking fails; the next time tells', async () => {
      const { state, answer, asked, calls } = await screens[name]();
      focus();
      calls[1]?.fail(networkGone());
      await pass(0);
      expect(selectProject(state(), id)).toEqual(coffee);
      await pass(30_000);
      answer(projectOf({ status: 'stale' }));
      await pass(0);
      expect([asked(), selectProject(state(), id)?.status]).toEqual([3, 'stale']);
    });
  });

  it('is that a project was deleted elsewhere: its page says that there is none', async () => {
    const { state, calls } = await screens.page();
    focus();
    calls[1]?.fail(refused(404));
    await pass(0);
    expect(selectProjectPage(state(), id)).toEqual({ phase: 'missing' });
  });

  it('is not that a project comes back which was deleted while the list was asked for', async () => {
    const { state, dispatch, calls } = await screens.list();
    focus();
    dispatch(projectDeleted({ projectId: id }));
    await pass(0);
    calls[1]?.answer([coffee] as never);
    calls[2]?.answer([] as never);
    await pass(0);
    expect(selectShownProjects(state())).toEqual([]);
  });
});
