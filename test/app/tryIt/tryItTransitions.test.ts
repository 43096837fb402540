import { edges } from '../../../src/app/machine/transitionTable';
import { tryItSlice, type TryItState } from '../../../src/app/tryIt/tryItSlice';
import { answerOf } from './samples';

type Phase = TryItState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //             sent       arrived     unreachable    left
  idle:        ['sending', '',         '',            ''],
  sending:     ['',        'answered', 'unreachable', 'idle'],
  answered:    ['sending', '',         '',            'idle'],
  unreachable: ['sending', '',         '',            'idle'],
};

const { actions, reducer } = tryItSlice;
const since = 1_000;

const stateIn: Record<Phase, TryItState> = {
  idle: { phase: 'idle' },
  sending: { phase: 'sending', since },
  answered: { phase: 'answered', answer: answerOf() },
  unreachable: { phase: 'unreachable' },
};

const eventOf = {
  requestSent: { type: actions.requestSent.type, payload: { since, request: { method: 'GET', path: '/v1/a/b' } } },
  answerArrived: actions.answerArrived(answerOf()),
  serverUnreachable: actions.serverUnreachable(),
  callLeft: actions.callLeft(),
} as const;

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  tryItSlice.events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(tryItSlice.table);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  expect(reducer(stateIn[from], eventOf[event])).toStrictEqual(stateIn[to as Phase]);
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  expect(reducer(stateIn[from], eventOf[event])).toBe(stateIn[from]);
});
