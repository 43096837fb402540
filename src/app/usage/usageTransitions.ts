import type { TransitionTable } from '../machine/transitionTable';
import type { UsageEvents, UsageState } from './usageStates';

const asked = ({ question }: UsageState) => ({ question });

/** Usage as a table. */
export const usageTransitions = {
  loading: {
    questionChosen: { to: 'loading', carry: (_from, question) => ({ question }) },
    usageArrived: { to: 'ready', carry: ({ question }, answer) => ({ question, answer }) },
    usageFailed: { to: 'failed', carry: ({ question }, failure) => ({ question, failure }) },
  },
  ready: {
    usageOpened: { to: 'asking', carry: ({ question, answer }) => ({ question, answer }) },
    questionChosen: { to: 'asking', carry: ({ answer }, question) => ({ question, answer }) },
  },
  asking: {
    questionChosen: { to: 'asking', carry: ({ answer }, question) => ({ question, answer }) },
    usageArrived: { to: 'ready', carry: ({ question }, answer) => ({ question, answer }) },
    usageFailed: { to: 'failed', carry: ({ question }, failure) => ({ question, failure }) },
    usageLeft: { to: 'ready', carry: ({ question, answer }) => ({ question, answer }) },
  },
  failed: {
    usageOpened: { to: 'loading', carry: asked },
    usageRetried: { to: 'loading', carry: asked },
    questionChosen: { to: 'loading', carry: (_from, question) => ({ question }) },
  },
} satisfies TransitionTable<UsageState, UsageEvents>;
