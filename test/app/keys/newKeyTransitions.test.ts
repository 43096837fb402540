import { keysSlice, type KeysState, newKeyMachine, type NewKeyState } from '../../../src/app/keys/keysSlice';
import { edges } from '../../../src/app/machine/transitionTable';
import { roastBot, SECRET } from './keyFixtures';

type Phase = NewKeyState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. The key is shown once, so closing requires a copy. */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //          opened      submitted  made    refused     copied    closed
  closed:   ['drafting', '',        '',     '',         '',       ''],
  drafting: ['',         'making',  '',     '',         '',       'closed'],
  making:   ['',         '',        'made', 'drafting', '',       ''],
  made:     ['',         '',        '',     '',         'copied', ''],
  copied:   ['',         '',        '',     '',         '',       'closed'],
};

const projectId = 'p1';
const failure = { message: 'Give the key a name.', code: 'invalid_key' };
const { reducer } = keysSlice;
const { actions, events, table } = newKeyMachine;
const start = reducer(undefined, { type: 'test/start' });

const stateIn: Record<Phase, NewKeyState> = {
  closed: { phase: 'closed' },
  drafting: { phase: 'drafting', projectId },
  making: { phase: 'making', projectId },
  made: { phase: 'made', key: roastBot, secret: SECRET },
  copied: { phase: 'copied', key: roastBot, secret: SECRET },
};

const eventOf = {
  newKeyOpened: actions.newKeyOpened({ projectId }),
  newKeySubmitted: actions.newKeySubmitted({ projectId, wish: { name: 'Bot', kind: 'secret', scopes: ['read'] } }),
  keyMade: actions.keyMade({ projectId, key: roastBot, secret: SECRET }),
  keyRefused: actions.keyRefused(failure),
  keyCopied: actions.keyCopied(),
  newKeyClosed: actions.newKeyClosed(),
} as const;

const keysIn = (phase: Phase): KeysState => ({ ...start, newKey: stateIn[phase] });

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(table);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  expect(reducer(keysIn(from), eventOf[event]).newKey).toStrictEqual({
    ...stateIn[to as Phase],
    ...(event === 'keyRefused' && { failure }),
  });
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  const before = keysIn(from);
  expect(reducer(before, eventOf[event]).newKey).toBe(before.newKey);
});

it('stores which call needs the key', () => {
  const wanted = { scope: 'create', sheetId: 7 } as const;
  const drafting = reducer(start, actions.newKeyOpened({ projectId, wanted })).newKey;
  expect(drafting).toStrictEqual({ phase: 'drafting', projectId, wanted });
});
