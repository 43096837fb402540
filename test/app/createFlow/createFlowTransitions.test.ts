import {
  type CreateFlow,
  type CreateFlowEvents,
  createFlowSlice,
  createFlowTransitions,
} from '../../../src/app/createFlow/createFlowSlice';
import { edges } from '../../../src/app/machine/transitionTable';
import { sessionEnded } from '../../../src/app/session/sessionSlice';
import { coffeeDraft, coffeePreview, flowIn, projectOf, teaDraft } from '../../fixtures/appState';

type Phase = CreateFlow['phase'];

/**
 * Written by hand from the specification, section 4, and not from the table: phases down, events across; '' changes
 * nothing. An edit is judged in every phase whose input can be edited (checking too: "Esc" clears), never while creating.
 */
const columns: readonly (keyof CreateFlowEvents)[] = [
  'draftCleared',
  'draftRejected',
  'draftAccepted',
  'checkPassed',
  'checkFailed',
  'createRequested',
  'projectCreated',
  'createFailed',
  'createPageLeft',
  'sessionEnded',
];
// prettier-ignore
const expected: Record<Phase, readonly (Phase | '')[]> = {
  //            cleared rejected   accepted    passed          failed    request     created  failed    left    ended
  idle:         ['idle', 'invalid', 'checking', '',             '',       '',         '',      '',       'idle', 'idle'],
  invalid:      ['idle', 'invalid', 'checking', '',             '',       '',         '',      '',       'idle', 'idle'],
  checking:     ['idle', 'invalid', 'checking', 'previewReady', 'failed', '',         '',      '',       'idle', 'idle'],
  previewReady: ['idle', 'invalid', 'checking', '',             '',       'creating', '',      '',       'idle', 'idle'],
  creating:     ['',     '',        '',         '',             '',       '',         'idle',  'failed', 'idle', 'idle'],
  failed:       ['idle', 'invalid', 'checking', '',             '',       '',         '',      '',       'idle', 'idle'],
};

const { actions, reducer } = createFlowSlice;
const failure = { message: 'This spreadsheet is private.', code: 'source_private' };
const eventOf = {
  draftCleared: actions.draftCleared(),
  draftRejected: actions.draftRejected({ text: 'tea' }),
  draftAccepted: actions.draftAccepted(teaDraft),
  checkPassed: actions.checkPassed(coffeePreview),
  checkFailed: actions.checkFailed(failure),
  createRequested: actions.createRequested(),
  projectCreated: actions.projectCreated(projectOf()),
  createFailed: actions.createFailed(failure),
  createPageLeft: actions.createPageLeft(),
  sessionEnded: sessionEnded({ byChoice: false }),
} as const;

/** What a phase holds when it was come to by the events above. */
const dataOf: Record<string, CreateFlow> = {
  idle: { phase: 'idle' },
  invalid: { phase: 'invalid', text: 'tea' },
  checking: { phase: 'checking', ...teaDraft },
  previewReady: { phase: 'previewReady', ...coffeeDraft, preview: coffeePreview },
  creating: { phase: 'creating', ...coffeeDraft, preview: coffeePreview },
  'failed after checking': { phase: 'failed', ...coffeeDraft, failure },
  'failed after creating': { phase: 'failed', ...coffeeDraft, failure, preview: coffeePreview },
};

const phases = Object.keys(expected) as Phase[];
const cells = phases.flatMap((from) =>
  columns.map((event, index) => ({ from, event, to: expected[from][index] as Phase | '' })),
);
const filled = edges<CreateFlow, CreateFlowEvents>(createFlowTransitions);
const empty = phases.flatMap((from) =>
  createFlowSlice.events
    .filter((event) => !filled.some((edge) => edge.from === from && edge.event === event))
    .map((event) => ({ from, event })),
);

describe('the grid of the specification', () => {
  it('names every phase and every event of the table', () => {
    expect(phases).toEqual(Object.keys(createFlowTransitions));
    expect(columns).toEqual(createFlowSlice.events);
  });

  it.each(cells)('$from, $event → $to', ({ from, event, to }) => {
    expect(filled.find((edge) => edge.from === from && edge.event === event)?.to ?? '').toBe(to);
  });
});

describe('each cell', () => {
  it.each(filled)('$from, $event → $to, with exactly the data of $to', ({ from, event, to }) => {
    const data = dataOf[to] ?? dataOf[`${to} after ${from}`];
    expect(reducer(flowIn[from], eventOf[event])).toStrictEqual(data);
  });
});

describe('each empty cell', () => {
  it('is there as often as the grid says', () => {
    expect(empty).toHaveLength(cells.filter(({ to }) => to === '').length);
  });

  it.each(empty)('$from, $event changes nothing', ({ from, event }) => {
    expect(reducer(flowIn[from], eventOf[event])).toBe(flowIn[from]);
  });
});

describe('what a failed create leaves', () => {
  const afterCreate = reducer(flowIn.creating, eventOf.createFailed);

  it('keeps the preview until the text changes', () => {
    expect(afterCreate).toHaveProperty('preview', coffeePreview);
    expect(reducer(afterCreate, actions.draftRejected({ text: 'x' }))).toStrictEqual({ phase: 'invalid', text: 'x' });
  });

  it('is judged again by "Try again": the same text is checked and the preview cleared', () => {
    expect(reducer(afterCreate, actions.draftAccepted(coffeeDraft))).toStrictEqual(flowIn.checking);
  });
});

it('clears the preview when the same URL is entered again', () => {
  expect(reducer(flowIn.previewReady, actions.draftAccepted(coffeeDraft))).toStrictEqual(flowIn.checking);
});

it('starts idle', () => {
  expect(reducer(undefined, { type: 'test/start' })).toEqual({ phase: 'idle' });
});
