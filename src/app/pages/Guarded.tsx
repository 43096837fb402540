import type { ReactNode } from 'react';
import { ErrorPage } from '../layout/PageBoundary';
import { Layout } from '../layout/Layout';
import { RequireSession } from '../session/RequireSession';
import { failureText, UNREACHABLE } from '../http/apiError';
import { lazyPart } from '../ui/overlays/lazyPart';
import { notLoaded } from './pageFiles';

const LEAD = 'It does not say who is signed in. Try again in a moment; the details below say what went wrong.';

/** Fetched on a server that asks everybody for two-step sign-in. */
const SetUpPage = lazyPart(
  async () => (await import(/* webpackChunkName: "account" */ '../account/SetUpPage')).SetUpPage,
  notLoaded,
);

/** The layout behind the guard: what every route but login and signup stands in. */
export const Guarded = ({ layout = <Layout /> }: { readonly layout?: ReactNode }) => (
  <RequireSession
    unavailable={(failure, retry) => (
      <main>
        <ErrorPage
          title="Tabpoint could not be reached"
          lead={failure.kind === 'network' ? UNREACHABLE : LEAD}
          details={failureText(failure, failure.message)}
          onRetry={retry}
        />
      </main>
    )}
    setUp={<SetUpPage />}
  >
    {layout}
  </RequireSession>
);
