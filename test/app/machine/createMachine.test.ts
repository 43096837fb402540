import { createAction, createSlice } from '@reduxjs/toolkit';
import { createMachine, event, inField, perProject } from '../../../src/app/machine/createMachine';

type Door = { readonly phase: 'open' } | { readonly phase: 'shut'; readonly by: string } | { readonly phase: 'locked' };

const evening = createAction<number>('house/evening');
const open: Door = { phase: 'open' };

const door = createMachine(
  'door',
  {
    open: {
      pushed: { to: 'shut', carry: (_from, { by }) => ({ by }) },
      evening: { to: 'locked', carry: () => ({}) },
    },
    shut: { pulled: { to: 'open', carry: () => ({}) }, evening: { to: 'locked', carry: () => ({}) } },
    locked: {},
  },
  (): Door => open,
  {
    pushed: event<{ readonly projectId: string; readonly by: string }>(),
    pulled: event((projectId: string, strength: number) => ({ payload: { projectId }, meta: { strength } })),
    evening,
  },
);

const { pushed, pulled } = door.actions;
const push = pushed({ projectId: 'a', by: 'Mara' });
const shut: Door = { phase: 'shut', by: 'Mara' };
const something = { type: 'test/something' };

describe('a machine', () => {
  it('prefixes its own events with its name, and keeps the types of shared events', () => {
    expect(push).toEqual({ type: 'door/pushed', payload: { projectId: 'a', by: 'Mara' } });
    expect(pulled('a', 7)).toEqual({ type: 'door/pulled', payload: { projectId: 'a' }, meta: { strength: 7 } });
    expect(door.actions.evening).toBe(evening);
    expect(door.events).toEqual(['pushed', 'pulled', 'evening']);
  });

  it('starts in its initial state and follows its table', () => {
    expect(door.reducer(undefined, something)).toBe(open);
    expect(door.reducer(open, push)).toEqual(shut);
    expect(door.reducer(shut, pulled('a', 7))).toEqual(open);
    expect(door.reducer(shut, evening(20))).toEqual({ phase: 'locked' });
    expect(door.step(open, 'pushed', push.payload)).toEqual(shut);
  });

  it.each([
    ['an event that the phase does not list', pulled('a', 7)],
    ['an event of another machine', something],
  ])('returns the same object for %s', (_what, action) => {
    expect(door.reducer(open, action)).toBe(open);
  });

  it('matches its own events only', () => {
    expect([push, pulled('a', 7), evening(20), something].map(door.handles)).toEqual([true, true, true, false]);
  });
});

describe('a machine in a field of a slice', () => {
  const house = createSlice({
    name: 'house',
    initialState: { front: open, rooms: 3 },
    reducers: {},
    extraReducers: (builder) => {
      builder.addMatcher(door.handles, inField('front', door));
    },
  });
  const before = house.getInitialState();

  it('changes its field only', () => {
    expect(house.reducer(before, push)).toEqual({ front: shut, rooms: 3 });
  });

  it('returns the same object if nothing changes', () => {
    expect(house.reducer(before, pulled('a', 7))).toBe(before);
  });
});

describe('a machine for each project', () => {
  const doors = createSlice({
    name: 'doors',
    initialState: { byId: {} },
    reducers: {},
    extraReducers: (builder) => {
      builder.addMatcher(pushed.match, perProject('byId', door)).addMatcher(pulled.match, perProject('byId', door));
    },
  });
  const before = doors.getInitialState();

  it('changes the project that the event names', () => {
    const after = doors.reducer(before, push);
    expect(after).toEqual({ byId: { a: shut } });
    expect(doors.reducer(after, pushed({ projectId: 'b', by: 'Ivo' }))).toEqual({
      byId: { a: shut, b: { phase: 'shut', by: 'Ivo' } },
    });
  });

  it('changes the project that the event carries', () => {
    const painted = createAction<{ readonly id: string }>('door/pulled');
    expect(perProject('byId', door)({ byId: { a: shut, b: shut } }, painted({ id: 'b' }))).toEqual({
      byId: { a: shut, b: open },
    });
  });

  it('returns the same object if nothing changes, also for an unknown project', () => {
    expect(doors.reducer(before, pulled('b', 7))).toBe(before);
  });
});
