import { Suspense } from 'react';
import { Outlet } from 'react-router';
import styled from 'styled-components';
import { CommandKeys } from '../commands/CommandKeys';
import { Toasts } from '../notices/Toasts';
import { PageBoundary } from './PageBoundary';
import { Stopped } from './StatusLines';

const Main = styled.main`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  width: 100%;
`;

const waiting = <div aria-busy="true" />;

/** A page that fills the window, with a bar of its own in the place of header and footer. */
export const BareLayout = () => (
  <>
    <div role="status">
      <Stopped />
    </div>
    <Main id="main" tabIndex={-1}>
      <PageBoundary>
        <Suspense fallback={waiting}>
          <Outlet />
        </Suspense>
      </PageBoundary>
    </Main>
    <Toasts />
    <CommandKeys />
  </>
);
