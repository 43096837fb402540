import type { UsageAnswer } from '../../contract/usage';
import { usageDays } from '../../contract/usageRange';
import type { ApiFailure } from '../http/apiError';
import { createMachine, event, type EventsOf } from '../machine/createMachine';
import type { TransitionRow } from '../machine/transitionTable';
import { usageOpened } from './usageEvents';

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
export type UsageState =
  | ({ readonly phase: 'loading' } & Asked)
  | ({ readonly phase: 'ready'; readonly answer: UsageAnswer } & Asked)
  | ({ readonly phase: 'asking'; readonly answer: UsageAnswer } & Asked)
  | ({ readonly phase: 'failed'; readonly failure: ApiFailure } & Asked);

const events = {
  usageOpened,
  questionChosen: event<UsageQuestion>(),
  usageArrived: event<UsageAnswer>(),
  usageFailed: event<ApiFailure>(),
  usageRetried: event(),
  usageLeft: event(),
};

type Events = EventsOf<typeof events>;

const asked = ({ question }: Asked) => ({ question });

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
      usageOpened: { to: 'loading', carry: asked },
      usageRetried: { to: 'loading', carry: asked },
      questionChosen: { to: 'loading', carry: (_from, question) => ({ question }) },
    },
  },
  (): UsageState => ({ phase: 'loading', question: { days: usageDays.usual, projectId: null } }),
  events,
);
