import { useEffect, useRef, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import { judgeCode } from './judgeCode';
import { kindSwitched, stepLeft, type WantedStep } from './secondStepSlice';
import { useAppDispatch } from '../storeHooks';

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 24px;
`;

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 8px;
`;

const words = {
  app: { label: 'Six-digit code', other: 'Use a recovery code instead' },
  recovery: { label: 'Recovery code', other: 'Use the app instead' },
} as const;

/** What each kind of code asks of the keyboard. */
const typing = {
  app: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  recovery: { autoComplete: 'off', autoCapitalize: 'none' },
} as const;

/** What is typed; the focus is in its field from the start, and again after a refusal. */
function useCode(state: WantedStep) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (state.phase === 'asking') field.current?.focus();
  }, [state]);
  return { typed, setTyped, field };
}

/** Asks for the code that follows the password. */
export function CodeForm({ state }: { readonly state: WantedStep }) {
  const dispatch = useAppDispatch();
  const { kind } = state;
  const { typed, setTyped, field } = useCode(state);
  const checking = state.phase === 'checking';
  const wrong = state.phase === 'asking' ? state.message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!checking) dispatch(judgeCode(kind, typed));
  };
  return (
    <Form noValidate onSubmit={submit}>
      {wrong && (
        <Banner kind="danger" alert key={wrong}>
          {wrong}
        </Banner>
      )}
      <Field
        {...typing[kind]}
        ref={field}
        name="code"
        label={words[kind].label}
        spellCheck={false}
        value={typed}
        aria-invalid={wrong ? true : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="primary" size="large" loading={checking}>
        Log in
      </Button>
      <Ways>
        <Button look="ghost" size="small" onClick={() => dispatch(kindSwitched())}>
          {words[kind].other}
        </Button>
        <Button look="ghost" size="small" onClick={() => dispatch(stepLeft())}>
          Start over
        </Button>
      </Ways>
    </Form>
  );
}
