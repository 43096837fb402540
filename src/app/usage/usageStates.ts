import type { UsageAnswer } from '../../contract/usage';
import type { ApiFailure } from '../http/apiError';

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

/** What can happen to it, with what comes along. */
export interface UsageEvents {
  readonly usageOpened: unknown;
  readonly questionChosen: UsageQuestion;
  readonly usageArrived: UsageAnswer;
  readonly usageFailed: ApiFailure;
  readonly usageRetried: void;
  readonly usageLeft: void;
}
