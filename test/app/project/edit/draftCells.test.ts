import {
  type Draft,
  draftMachine,
  type DraftName,
  type DraftState,
} from '../../../../src/app/project/edit/draftMachine';
import { cellsOf, type ExpectedGrid } from '../../../fixtures/cells';

type Phase = DraftState['phase'];

/** Written by hand. Rows are phases, columns events; '' changes nothing. */
// oxfmt-ignore
const expected: ExpectedGrid<DraftState> = {
  //         begun     typed      committed reverted  cancelled written earlier   refused    clash       mine      lost       tried
  idle:     ['typing', '',        '',       '',       '',       '',     '',       '',        '',         '',       '',        ''],
  typing:   ['',       'typing',  'saving', 'saving', 'idle',   '',     'typing', '',        '',         '',       '',        ''],
  saving:   ['',       'typing',  '',       '',       '',       'idle', 'saving', 'refused', 'clashing', '',       'waiting', ''],
  refused:  ['',       'refused', 'saving', '',       'idle',   '',     '',       '',        '',         '',       '',        ''],
  clashing: ['',       '',        '',       '',       'idle',   '',     '',       '',        '',         'saving', '',        ''],
  waiting:  ['',       'typing',  '',       '',       'idle',   '',     '',       '',        '',         '',       '',        'saving'],
};

const name: DraftName = { projectId: 'k3v9', sheetId: 7, key: '["r_1","price"]' };
const draft: Draft = { rowId: 'r_1', texts: { price: 'abc' }, before: { price: 19.8 } };
const typed: Draft = { ...draft, texts: { price: '21' } };
const typedOver: Draft = { ...typed, sent: [{ price: 'abc' }] };
const errors = { price: '“abc” is not one of them.', bean: 'Blank.' };
const message = 'The type of price is number.';
const attempt = expect.any(String) as unknown as string;

const stateIn: { readonly [P in Phase]: Extract<DraftState, { phase: P }> } = {
  idle: { phase: 'idle' },
  typing: { phase: 'typing', draft, unsaved: { price: '20' } },
  saving: { phase: 'saving', draft, attempt: 'a1' },
  refused: { phase: 'refused', draft, message, errors },
  clashing: { phase: 'clashing', draft, theirs: { price: 20 } },
  waiting: { phase: 'waiting', draft, attempt: 'a1', message: 'Request timed out' },
};

const { actions } = draftMachine;
const happened: { readonly [E in keyof typeof actions]: ReturnType<(typeof actions)[E]> } = {
  draftBegun: actions.draftBegun({ ...name, draft }),
  textTyped: actions.textTyped({ ...name, column: 'price', text: '21' }),
  draftCommitted: actions.draftCommitted(name),
  draftReverted: actions.draftReverted(name),
  draftCancelled: actions.draftCancelled(name),
  draftWritten: actions.draftWritten(name),
  earlierDraftWritten: actions.earlierDraftWritten({ ...name, values: { price: 20 } }),
  draftRefused: actions.draftRefused({ ...name, message, errors }),
  clashFound: actions.clashFound({ ...name, theirs: { price: 20 } }),
  mineKept: actions.mineKept(name),
  connectionLost: actions.connectionLost({ ...name, message: 'Request timed out' }),
  connectionTried: actions.connectionTried(name),
};

/** States after a cell that differ from {@link stateIn} of its phase. */
const special: Readonly<Record<string, DraftState>> = {
  'idle · draftBegun': { phase: 'typing', draft },
  'typing · textTyped': { phase: 'typing', draft: typed, unsaved: { price: '20' } },
  'typing · draftReverted': { phase: 'saving', draft: { ...draft, texts: { price: '20' } }, attempt },
  'typing · earlierDraftWritten': {
    phase: 'typing',
    draft: { ...draft, before: { price: 20 } },
    unsaved: { price: '20' },
  },
  'saving · textTyped': { phase: 'typing', draft: typedOver, unsaved: { price: 'abc' } },
  'saving · earlierDraftWritten': { phase: 'saving', draft: { ...draft, before: { price: 20 } }, attempt: 'a1' },
  'waiting · textTyped': { phase: 'typing', draft: typedOver, unsaved: { price: 'abc' } },
  'refused · textTyped': { phase: 'refused', draft: typed, message, errors: { bean: 'Blank.' } },
  'typing · draftCommitted': { phase: 'saving', draft, attempt },
  'refused · draftCommitted': { phase: 'saving', draft, attempt },
  'clashing · mineKept': { phase: 'saving', draft: { ...draft, before: { price: 20 } }, attempt },
};

const cells = cellsOf<DraftState, keyof typeof happened>(expected, draftMachine.events);

it.each(cells)('$from · $event → $to', ({ from, event, to }) => {
  const before = stateIn[from];
  const after = draftMachine.reducer(before, happened[event]);
  if (to === '') expect(after).toBe(before);
  else expect(after).toStrictEqual({ ...(special[`${from} · ${event}`] ?? stateIn[to]), phase: to });
});
