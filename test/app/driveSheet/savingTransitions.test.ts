import { savingMachine, type SavingState } from '../../../src/app/driveSheet/state/savingMachine';
import { cellsOf, type ExpectedGrid } from '../../fixtures/cells';

type Phase = SavingState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: ExpectedGrid<SavingState> = {
  //        made       long      saved    lost       tried     refused    retried   given up
  saved:   ['sending', '',       '',      '',        '',       '',        '',       ''],
  sending: ['',        'saving', 'saved', 'offline', '',       'refused', '',       ''],
  saving:  ['',        '',       'saved', 'offline', '',       'refused', '',       ''],
  offline: ['',        '',       '',      '',        'saving', '',        '',       'saved'],
  refused: ['',        '',       '',      '',        '',       '',        'saving', 'saved'],
};

const message = 'The project is paused.';
const stateIn = (phase: Phase): SavingState => (phase === 'refused' ? { phase, message } : { phase });

const cells = cellsOf<SavingState, (typeof savingMachine.events)[number]>(expected, savingMachine.events);

it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
  const before = stateIn(from);
  const after = savingMachine.step(before, event, { message });
  if (to === '') expect(after).toBe(before);
  else expect(after).toStrictEqual(stateIn(to));
});
