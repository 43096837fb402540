import { useLocation } from 'react-router';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import type { SignUp } from '../../contract/session';
import { Banner, RefusalBanner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { Field, PasswordField } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { PageHeading } from '../ui/layout/PageHeading';
import { TextLink } from '../ui/display/text';
import { paths, signInPagePath } from '../paths';
import { Stack } from '../ui/layout/spacing';
import { type AuthField, authModeSwitched } from './authFormSlice';
import { signInEventFor, signInProblems, signUpEventFor, signUpProblems } from './credentials';
import { selectAuthRefusal, selectAuthSubmitting, selectSessionLost } from './sessionSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const Submit = styled(Button)`
  width: 100%;
  margin-top: 4px;
`;

type AuthMode = 'login' | 'signup';

const FORGOT = 'Forgot your password? Ask your administrator to reset it.';
const ENDED = 'Your session has ended. Log in to go on where you were.';
const NEW_PASSWORD = `At least ${limits.passwordCharacters} characters. A sentence works well.`;

interface FirstStepProps {
  /** Whether the user came back from the second step: the email field then gets the focus. */
  readonly focusEmail: boolean;
}

/** The form of both modes; typed text survives a change of the mode. A banner shows the error, the invalid fields are marked. */
function AuthForm({ mode, focusEmail }: FirstStepProps & { readonly mode: AuthMode }) {
  const refusal = useAppSelector(selectAuthRefusal);
  const working = useAppSelector(selectAuthSubmitting);
  const lost = useAppSelector(selectSessionLost);
  const dispatch = useAppDispatch();
  const signup = mode === 'signup';
  const submit = (typed: SignUp) => dispatch(signup ? signUpEventFor(typed) : signInEventFor(typed));
  const form = useForm(
    { name: '', email: '', password: '' },
    {
      problems: signup ? signUpProblems : signInProblems,
      refusal,
      working,
      focused: focusEmail ? 'email' : undefined,
      kind: mode,
      onSubmit: submit,
      onRefused: submit,
    },
  );
  const field = (name: AuthField) => {
    const { error, ...input } = form.field(name);
    return { ...input, 'aria-invalid': (form.isSubmitted && error !== undefined) || undefined };
  };
  return (
    <Stack as="form" $gap={16} $top={24} {...form.props}>
      {lost && !signup && refusal === undefined && (
        <Banner kind="info" alert>
          {ENDED}
        </Banner>
      )}
      <RefusalBanner key={refusal?.message}>{refusal?.message}</RefusalBanner>
      {signup && <Field label="Name" autoComplete="name" {...field('name')} />}
      <Field label="Email" type="email" autoComplete="username" placeholder="you@example.com" {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete={signup ? 'new-password' : 'current-password'}
        hint={signup ? NEW_PASSWORD : FORGOT}
        {...field('password')}
      />
      <Submit type="submit" look="primary" size="large" loading={working}>
        {signup ? 'Create account' : 'Log in'}
      </Submit>
    </Stack>
  );
}

const words = {
  login: {
    title: 'Log in to Tabpoint',
    documentTitle: 'Log in',
    question: 'New here?',
    otherMode: 'Create an account',
    otherPath: paths.signup,
  },
  signup: {
    title: 'Create your account',
    documentTitle: 'Sign up',
    question: 'Already have an account?',
    otherMode: 'Log in',
    otherPath: paths.login,
  },
} as const;

/** Email and password, in one of the two modes. */
export function FirstStep({ focusEmail }: FirstStepProps) {
  const { pathname, search } = useLocation();
  const dispatch = useAppDispatch();
  const mode: AuthMode = pathname === paths.signup ? 'signup' : 'login';
  const { title, documentTitle, question, otherMode, otherPath } = words[mode];
  return (
    <>
      <PageHeading page={mode} documentTitle={documentTitle}>
        {title}
      </PageHeading>
      <p>
        {question}{' '}
        <TextLink to={signInPagePath(otherPath, search)} onClick={() => dispatch(authModeSwitched())}>
          {otherMode}
        </TextLink>
      </p>
      <AuthForm mode={mode} focusEmail={focusEmail} />
    </>
  );
}
