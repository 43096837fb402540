import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { Banner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { Field, PasswordField } from '../ui/forms/Field';
import { PageHeading } from '../ui/layout/PageHeading';
import { TextLink } from '../ui/display/text';
import { paths, signInPagePath } from '../paths';
import { type AuthField, authModeSwitched } from './authFormSlice';
import { signInEventFor, signUpEventFor, signInProblems, signUpProblems } from './credentials';
import { selectAuthRefusal, selectAuthSubmitting, selectSessionLost } from './sessionSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Form = styled.form`
  display: grid;
  gap: 16px;
  margin-top: 24px;
`;

const Submit = styled(Button)`
  width: 100%;
  margin-top: 4px;
`;

type AuthMode = 'login' | 'signup';

const FORGOT = 'Forgot your password? Ask your administrator to reset it.';
const ENDED = 'Your session has ended. Log in to go on where you were.';
const NEW_PASSWORD = `At least ${limits.passwordCharacters} characters. A sentence works well.`;

/** Moves the focus to the field that a refusal names; at the start to the first one, where it is wanted there. */
function useRefusedField(focused: boolean) {
  const refusal = useAppSelector(selectAuthRefusal);
  const fields = useRef<Partial<Record<AuthField, HTMLInputElement | null>>>({});
  useEffect(() => {
    if (focused) fields.current.email?.focus();
  }, [focused]);
  useEffect(() => {
    if (refusal?.field) fields.current[refusal.field]?.focus();
  }, [refusal]);
  const keep = (field: AuthField) => (input: HTMLInputElement | null) => {
    fields.current[field] = input;
  };
  return { refusal, keep };
}

interface AuthFormProps {
  readonly mode: AuthMode;
  readonly focused: boolean;
}

/** The fields of both modes; what was typed stays when the mode changes. */
function AuthForm({ mode, focused }: AuthFormProps) {
  const [typed, setTyped] = useState({ name: '', email: '', password: '' });
  const submitting = useAppSelector(selectAuthSubmitting);
  const lost = useAppSelector(selectSessionLost);
  const { refusal, keep } = useRefusedField(focused);
  const dispatch = useAppDispatch();
  const signup = mode === 'signup';
  // Marked from the first press on, as it is typed: what the server has refused is marked until it is typed anew.
  const [last, setLast] = useState<{ readonly mode: AuthMode; readonly typed: typeof typed }>();
  const pressed = last?.mode === mode ? last.typed : undefined;
  const problems = signup ? signUpProblems(typed) : signInProblems(typed);
  const isRefused = (name: AuthField) => refusal?.field === name && pressed?.[name] === typed[name];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLast({ mode, typed });
    if (!submitting) dispatch(signup ? signUpEventFor(typed) : signInEventFor(typed));
  };
  const field = (name: AuthField) => ({
    name,
    ref: keep(name),
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setTyped({ ...typed, [name]: target.value }),
    'aria-invalid': (pressed !== undefined && name in problems) || isRefused(name) || undefined,
  });
  return (
    <Form noValidate onSubmit={submit}>
      {lost && !signup && refusal === undefined && (
        <Banner kind="info" alert>
          {ENDED}
        </Banner>
      )}
      {refusal && (
        <Banner kind="danger" alert key={refusal.message}>
          {refusal.message}
        </Banner>
      )}
      {signup && <Field label="Name" autoComplete="name" {...field('name')} />}
      <Field label="Email" type="email" autoComplete="username" placeholder="you@example.com" {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete={signup ? 'new-password' : 'current-password'}
        hint={signup ? NEW_PASSWORD : FORGOT}
        {...field('password')}
      />
      <Submit type="submit" look="primary" size="large" loading={submitting}>
        {signup ? 'Create account' : 'Log in'}
      </Submit>
    </Form>
  );
}

const words = {
  login: {
    title: 'Log in to Tabpoint',
    document: 'Log in',
    ask: 'New here?',
    other: 'Create an account',
    to: paths.signup,
  },
  signup: {
    title: 'Create your account',
    document: 'Sign up',
    ask: 'Already have an account?',
    other: 'Log in',
    to: paths.login,
  },
} as const;

interface FirstStepProps {
  /** Come back to from the second step: the focus then begins here. */
  readonly again: boolean;
}

/** Email and password, in one of the two modes. */
export function FirstStep({ again }: FirstStepProps) {
  const { pathname, search } = useLocation();
  const dispatch = useAppDispatch();
  const mode: AuthMode = pathname === paths.signup ? 'signup' : 'login';
  const { title, document, ask, other, to } = words[mode];
  return (
    <>
      <PageHeading page={mode} documentTitle={document}>
        {title}
      </PageHeading>
      <p>
        {ask}{' '}
        <TextLink to={signInPagePath(to, search)} onClick={() => dispatch(authModeSwitched())}>
          {other}
        </TextLink>
      </p>
      <AuthForm mode={mode} focused={again} />
    </>
  );
}
