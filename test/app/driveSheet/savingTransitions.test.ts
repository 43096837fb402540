import { savingMachine, type SavingState } from '../../../src/app/driveSheet/state/savingMachine';
import { edges } from '../../../src/app/machine/transitionTable';

type Phase = SavingState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //        made       long      saved    lost       tried     refused    retried   given up
  saved:   ['sending', '',       '',      '',        '',       '',        '',       ''],
  sending: ['',        'saving', 'saved', 'offline', '',       'refused', '',       ''],
  saving:  ['',        '',       'saved', 'offline', '',       'refused', '',       ''],
  offline: ['',        '',       '',      '',        'saving', '',        '',       'saved'],
  refused: ['',        '',       '',      '',        '',       '',        'saving', 'saved'],
};

const message = 'The project is paused.';
const stateIn = (phase: Phase): SavingState => (phase === 'refused' ? { phase, message } : { phase });

const cells = (Object.keys(expected) as Phase[]).flatMap((from) =>
  savingMachine.events.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges(savingMachine.table);
const after = (from: Phase, event: (typeof savingMachine.events)[number]) =>
  savingMachine.step(stateIn(from), event, { message });

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
});

it.each(cells.filter(({ to }) => to !== ''))('$from, $event → exactly the data of $to', ({ from, event, to }) => {
  expect(after(from, event)).toStrictEqual(stateIn(to as Phase));
});

it.each(cells.filter(({ to }) => to === ''))('$from, $event changes nothing', ({ from, event }) => {
  const before = stateIn(from);
  expect(savingMachine.step(before, event, { message })).toBe(before);
});
