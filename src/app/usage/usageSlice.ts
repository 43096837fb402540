import { createSlice } from '@reduxjs/toolkit';
import type { UsageAnswer } from '../../contract/usage';
import { usageDays } from '../../contract/usageRange';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf, inField } from '../machine/createMachine';
import { reducersOf } from '../machine/reducersOf';
import type { TransitionRow } from '../machine/transitionTable';

/** Length of the shown period in days. */
export type UsageRange = 7 | 30 | 90;

/** The query: period and project. */
export interface UsageQuestion {
  readonly days: UsageRange;
  /** Null for all projects. */
  readonly projectId: string | null;
}

interface Asked {
  readonly question: UsageQuestion;
}

/** The request for usage. The former response stays while another query loads. */
type UsageState =
  | ({ readonly phase: 'loading' } & Asked)
  | ({ readonly phase: 'ready'; readonly answer: UsageAnswer } & Asked)
  | ({ readonly phase: 'asking'; readonly answer: UsageAnswer } & Asked)
  | ({ readonly phase: 'failed'; readonly failure: ApiFailure } & Asked);

const events = {
  /** The page is on the screen, or "Try again" was pressed: its data is fetched. */
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

/** The request for usage, a part of its slice. */
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

/** How the bars are stacked. */
type UsageStack = 'status' | 'tab';

/** State of the Usage page: the response, and how it is shown. */
interface UsageView {
  readonly known: UsageState;
  readonly stack: UsageStack;
  /** Whether a table replaces the chart. */
  readonly asTable: boolean;
  /** Key of the only endpoint shown; null for all. */
  readonly endpoint: string | null;
  /** Whether more than the busiest endpoints are listed. */
  readonly allEndpoints: boolean;
  /** Whether the bars have not been shown yet: they then animate. */
  readonly unseen: boolean;
}

/** Initial state. */
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

/** The Usage page. Lazy-loaded with it, and reset at the end of the session. */
export const usageSlice = createSlice({
  name: 'usage',
  initialState: freshUsage,
  reducers: {
    stackChosen: on<UsageStack>((_view, stack) => ({ stack })),
    tableSwitched: on((view) => ({ asTable: !view.asTable, unseen: false })),
    /** The row of an endpoint was pressed: shows only its requests, or all again. */
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
      .addMatcher(usageMachine.handles, inField('known', usageMachine));
  },
});

export const { stackChosen, tableSwitched, endpointPressed, endpointCleared, allEndpointsSwitched } =
  usageSlice.actions;
