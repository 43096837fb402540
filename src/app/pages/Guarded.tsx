import type { ReactNode } from 'react';
import { ErrorPage } from '../layout/ErrorPage';
import { Layout } from '../layout/Layout';
import { RequireSession } from '../session/RequireSession';
import { failureText } from '../http/apiError';
import { latePart } from '../parts/latePart';
import { notLoaded } from './pageFiles';

const LEAD = 'Your endpoints are not affected. Check your connection and try again.';

/** Fetched on a server that asks everybody for two-step sign-in. */
const SetUpPage = latePart(
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
          lead={LEAD}
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
