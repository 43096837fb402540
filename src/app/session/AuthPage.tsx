import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import styled from 'styled-components';
import { below, hideOnPhones } from '../ui/layout/spacing';
import { Wordmark } from '../ui/layout/Wordmark';
import { lazyPart } from '../ui/overlays/lazyPart';
import { rememberedPath } from '../paths';
import { rootReducer } from '../rootReducer';
import { authFormSlice } from './authFormSlice';
import { AuthPicture } from './AuthPicture';
import { FirstStep } from './FirstStep';
import { selectSecondStep, selectUser } from './sessionSelectors';
import { useAppSelector } from '../storeHooks';

authFormSlice.injectInto(rootReducer);

/** Lazy-loaded when a code is required, which few users have set up. */
const SecondStep = lazyPart(
  async () => (await import(/* webpackChunkName: "secondStep" */ './SecondStep')).SecondStep,
  {
    waiting: null,
  },
);

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

  ${hideOnPhones}
`;

interface AuthPageProps {
  /** Content of the page's footer. */
  readonly foot: ReactNode;
}

/** /login and /signup: one screen in two modes (specification, section 2), and the second step that may follow. */
export function AuthPage({ foot }: AuthPageProps) {
  const { search } = useLocation();
  const codeRequired = useAppSelector(selectSecondStep) !== undefined;
  const [wasRequired, setWasRequired] = useState(false);
  if (codeRequired && !wasRequired) setWasRequired(true);
  if (useAppSelector(selectUser)) return <Navigate to={rememberedPath(search)} replace />;
  return (
    <Sides>
      <Left>
        <header>
          <Wordmark />
        </header>
        <Box id="main">{codeRequired ? <SecondStep /> : <FirstStep focusEmail={wasRequired} />}</Box>
        <Foot>{foot}</Foot>
      </Left>
      <Right aria-hidden="true">
        <AuthPicture />
      </Right>
    </Sides>
  );
}
