import type { ReactNode } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Navigate, useLocation } from 'react-router';
import styled from 'styled-components';
import { below } from '../parts/breakpoints';
import { PageHeading } from '../parts/PageHeading';
import { TextLink } from '../parts/text';
import { Wordmark } from '../parts/Wordmark';
import { paths, rememberedPath, signInPagePath } from '../paths';
import { AuthForm, type AuthMode } from './AuthForm';
import { authModeSwitched } from './authFormSlice';
import { AuthPicture } from './AuthPicture';
import { selectUser } from './sessionSelectors';

const Sides = styled.div`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr) minmax(0, 1.05fr);

  ${below.lists} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Left = styled.div`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  padding: 28px 40px;
  background: var(--surface);

  ${below.lists} {
    padding: 20px 20px 24px;
  }
`;

const Box = styled.main`
  width: 100%;
  max-width: 380px;
  margin: auto;
  padding-block: 32px;

  & > p {
    margin-top: 4px;
    color: var(--ink-2);
  }
  ${below.lists} {
    margin: 8px auto auto;
  }
`;

const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  gap: 4px 20px;
  color: var(--ink-3);
  font-size: var(--text-sm);

  & > a {
    color: var(--ink-2);
  }
  & > a:hover {
    text-decoration: underline;
    text-underline-offset: 3px;
  }
`;

const Right = styled.aside`
  display: grid;
  place-items: center;
  overflow: hidden;
  padding: 40px;
  border-left: 1px solid var(--line);
  background: var(--subtle);

  ${below.lists} {
    display: none;
  }
`;

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

interface AuthPageProps {
  /** What the foot of the page says. */
  readonly foot: ReactNode;
}

/** /login and /signup: one screen in two modes (specification, section 2). */
export function AuthPage({ foot }: AuthPageProps) {
  const { pathname, search } = useLocation();
  const dispatch = useDispatch();
  const mode: AuthMode = pathname === paths.signup ? 'signup' : 'login';
  const { title, document, ask, other, to } = words[mode];
  if (useSelector(selectUser)) return <Navigate to={rememberedPath(search)} replace />;
  return (
    <Sides>
      <Left>
        <header>
          <Wordmark />
        </header>
        <Box id="main">
          <PageHeading page={mode} documentTitle={document}>
            {title}
          </PageHeading>
          <p>
            {ask}{' '}
            <TextLink to={signInPagePath(to, search)} onClick={() => dispatch(authModeSwitched())}>
              {other}
            </TextLink>
          </p>
          <AuthForm mode={mode} />
        </Box>
        <Foot>{foot}</Foot>
      </Left>
      <Right aria-hidden="true">
        <AuthPicture />
      </Right>
    </Sides>
  );
}
