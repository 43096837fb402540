import { CodesStep } from './CodesStep';
import { ProofStep } from './ProofStep';
import type { SecondFactor } from './secondFactorSlice';
import { questions } from './secondFactorWords';
import { SetUpStep } from './SetUpStep';

/** A change that is going on. */
export type RunningChange = Exclude<SecondFactor, { phase: 'resting' }>;

/** What a step is called. */
export function titleOf(state: RunningChange): string {
  if (state.phase === 'asking' || state.phase === 'proving') return questions[state.change].title;
  return state.phase === 'showing' ? 'Keep your recovery codes' : 'Set up your app';
}

interface SecondFactorStepsProps {
  readonly state: RunningChange;
  /** Whether there is a way back. */
  readonly leavable: boolean;
}

/** The step of changing two-step sign-in that is to be done now. */
export function SecondFactorSteps({ state, leavable }: SecondFactorStepsProps) {
  switch (state.phase) {
    case 'asking':
    case 'proving':
      return <ProofStep state={state} leavable={leavable} />;
    case 'settingUp':
    case 'confirming':
      return <SetUpStep state={state} leavable={leavable} />;
    case 'showing':
      return <CodesStep codes={state.codes} />;
  }
}
