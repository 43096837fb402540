import { useLocation } from 'react-router';
import { PageHeading } from '../parts/PageHeading';
import { TextLink } from '../parts/text';
import { paths, signInPagePath } from '../paths';
import { AuthForm, type AuthMode } from './AuthForm';
import { authModeSwitched } from './authFormSlice';
import { useAppDispatch } from '../storeHooks';

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
