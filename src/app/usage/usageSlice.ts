import { createSlice } from '@reduxjs/toolkit';
import type { UsageAnswer } from '../../contract/usage';
import { usageDays } from '../../contract/usageRange';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';

/** How many days are looked at. */
export type UsageRange = 7 | 30 | 90;

/** What is looked at. */
export interface UsageQuestion {
  readonly days: UsageRange;
  /** null: all projects. */
  readonly projectId: string | null;
}

interface Asked {
  readonly question: UsageQuestion;
}

/** Looking at usage. While something else is asked, what is there stays. */
type UsageState =
  | ({ readonly phase: 'loading' } & Asked)
  | ({ readonly phase: 'ready'; readonly answer: UsageAnswer } & Asked)
  | ({ readonly phase: 'asking'; readonly answer: UsageAnswer } & Asked)
  | ({ readonly phase: 'failed'; readonly failure: ApiFailure } & Asked);

const events = {
  /** Usage is on the screen, or "Try again" was pressed. With the first of these, what it needs is fetched. */
  usageOpened: event(),
  questionChosen: event<UsageQuestion>(),
  usageArrived: event<UsageAnswer>(),
  usageFailed: event<ApiFailure>(),
  usageLeft: event(),
};

type Events = EventsOf<typeof events>;

const answering = {
  usageArrived: { to: 'ready', carry: ({ question }, answer) => ({ question, answer }) },
  usageFailed: { to: 'failed', carry: ({ question }, failure) => ({ question, failure }) },
} satisfies TransitionRow<UsageState, Events>;

/** What is known of usage, a part of its slice. */
export const usageMachine = createMachine(
  'usage',
  {
    loading: {
      ...answering,
      questionChosen: { to: 'loading', carry: (_from, question) => ({ question }) },
    },
    ready: {
      usageOpened: { to: 'asking', carry: ({ question, answer }) => ({ question, answer }) },
      questionChosen: { to: 'asking', carry: ({ answer }, question) => ({ question, answer }) },
    },
    asking: {
      ...answering,
      questionChosen: { to: 'asking', carry: ({ answer }, question) => ({ question, answer }) },
      usageLeft: { to: 'ready', carry: ({ question, answer }) => ({ question, answer }) },
    },
    failed: {
      usageOpened: { to: 'loading', carry: ({ question }) => ({ question }) },
      questionChosen: { to: 'loading', carry: (_from, question) => ({ question }) },
    },
  },
  (): UsageState => ({ phase: 'loading', question: { days: usageDays.usual, projectId: null } }),
  events,
);

/** What bars are made of. */
type UsageStack = 'status' | 'tab';

/** Usage: what is known, and how it is looked at. */
interface UsageView {
  readonly known: UsageState;
  readonly stack: UsageStack;
  /** The same numbers as a table. */
  readonly asTable: boolean;
  /** The endpoint whose requests alone are shown; null for all. */
  readonly endpoint: string | null;
  /** More than the five busiest are listed. */
  readonly allEndpoints: boolean;
  /** The bars have not been seen yet: they grow. */
  readonly unseen: boolean;
}

/** Before anything was asked. */
export const freshUsage: UsageView = {
  known: usageMachine.getInitialState(),
  stack: 'status',
  asTable: false,
  endpoint: null,
  allEndpoints: false,
  unseen: true,
};

export const { usageOpened, questionChosen, usageArrived, usageFailed, usageLeft } = usageMachine.actions;

const on = reducersOf<UsageView>();

/** It comes with its page, and is forgotten with the person. */
export const usageSlice = createSlice({
  name: 'usage',
  initialState: freshUsage,
  reducers: {
    stackChosen: on<UsageStack>((_view, stack) => ({ stack })),
    tableSwitched: on((view) => ({ asTable: !view.asTable, unseen: false })),
    /** A row was pressed: its requests alone, or all again. */
    endpointPressed: on<string>((view, endpoint) => ({ endpoint: view.endpoint === endpoint ? null : endpoint })),
    endpointCleared: on(() => ({ endpoint: null })),
    allEndpointsSwitched: on((view) => ({ allEndpoints: !view.allEndpoints })),
  },
  extraReducers: (builder) => {
    builder
      .addCase(questionChosen, (view: UsageView, { payload: { projectId } }) => ({
        ...view,
        endpoint: projectId === view.known.question.projectId ? view.endpoint : null,
        unseen: false,
      }))
      .addCase(
        usageLeft,
        on((view) => ({ unseen: view.unseen && view.known.phase === 'loading' })),
      )
      .addMatcher(usageMachine.hears, inField('known', usageMachine));
  },
});

export const { stackChosen, tableSwitched, endpointPressed, endpointCleared, allEndpointsSwitched } =
  usageSlice.actions;
