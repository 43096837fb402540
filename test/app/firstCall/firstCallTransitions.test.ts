import {
  firstCallMachine,
  firstCallPutAside,
  firstCallSlice,
  type FirstCallState,
} from '../../../src/app/firstCall/firstCallSlice';
import { edges } from '../../../src/app/machine/transitionTable';
import { projectLeft } from '../../../src/app/projects/projectsSlice';

type Phase = FirstCallState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. A key being created waits for its page. */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //           keyWanted    keyArrived  openingWanted  openingDone  refused    done    left
  idle:      ['makingKey', '',         'opening',     '',          '',        '',     ''],
  makingKey: ['',          'keyed',    '',            '',          'refused', '',     ''],
  keyed:     ['',          '',         '',            '',          '',        'idle', 'idle'],
  opening:   ['',          '',         '',            'open',      'refused', '',     ''],
  open:      ['',          '',         '',            '',          '',        'idle', 'idle'],
  refused:   ['makingKey', '',         'opening',     '',          '',        'idle', 'idle'],
};

const projectId = 'p1';
const { actions, events, reducer, table } = firstCallMachine;

const stateIn: Record<Phase, FirstCallState> = {
  idle: { phase: 'idle' },
  makingKey: { phase: 'makingKey', projectId },
  keyed: { phase: 'keyed', projectId, secret: 'tp_pk_once' },
  opening: { phase: 'opening', projectId },
  open: { phase: 'open', projectId },
  refused: { phase: 'refused', projectId, message: 'No.' },
};

const eventOf = {
  keyWanted: actions.keyWanted({ projectId }),
  keyArrived: actions.keyArrived({ secret: 'tp_pk_once' }),
  openingWanted: actions.openingWanted({ projectId }),
  openingDone: actions.openingDone(),
  refused: actions.refused({ message: 'No.' }),
  firstCallDone: actions.firstCallDone(),
  projectLeft: projectLeft(),
} as const;

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(table);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
  const before = stateIn[from];
  const after = reducer(before, eventOf[event]);
  if (to === '') expect(after).toBe(before);
  else expect(after).toStrictEqual(stateIn[to]);
});

it('is dismissed for each project separately', () => {
  const start = firstCallSlice.reducer(undefined, { type: 'test/start' });
  const aside = firstCallSlice.reducer(start, firstCallPutAside({ projectId }));
  expect(aside.putAside).toEqual([projectId]);
});
