import { useState, type FormEvent } from 'react';
import { Button } from '../parts/Button';
import { DialogActions, DialogText } from '../parts/Dialog';
import { AskedPassword } from './AskedPassword';
import { changeLeft, type SecondFactor } from './secondFactorSlice';
import { judgeProof, questions } from './secondFactorWords';
import { useWrongField } from './useWrongField';
import { useAppDispatch } from '../storeHooks';

interface ProofStepProps {
  readonly state: Extract<SecondFactor, { phase: 'asking' | 'proving' }>;
  /** Whether there is a way back. */
  readonly leavable: boolean;
}

/** Asks for the password before two-step sign-in is changed. */
export function ProofStep({ state, leavable }: ProofStepProps) {
  const dispatch = useAppDispatch();
  const [password, setPassword] = useState('');
  const { text, go } = questions[state.change];
  const wrong = state.phase === 'asking' ? state.message : undefined;
  const field = useWrongField(wrong, state);
  const proving = state.phase === 'proving';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!proving) dispatch(judgeProof(password));
  };
  return (
    <form onSubmit={submit} noValidate>
      <DialogText>{text}</DialogText>
      <AskedPassword field={field} name="proof" password={password} wrong={wrong} onType={setPassword} />
      <DialogActions>
        {leavable && <Button onClick={() => dispatch(changeLeft())}>Cancel</Button>}
        <Button type="submit" look={state.change === 'off' ? 'danger' : 'primary'} loading={proving}>
          {go}
        </Button>
      </DialogActions>
    </form>
  );
}
