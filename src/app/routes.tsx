import { Route, Routes } from 'react-router';
import { BareLayout, Layout } from './layout/Layout';
import { NotFoundPage, ErrorPage } from './layout/PageBoundary';
import { Arrivals } from './ui/layout/PageHeading';
import { pageOf, notLoaded } from './pages/pageFiles';
import { routePatterns } from './paths';
import type { ReactNode } from 'react';
import { RequireSession } from './session/RequireSession';
import { failureText, UNREACHABLE } from './http/apiError';
import { lazyPart } from './ui/overlays/lazyPart';

const LEAD = 'It does not say who is signed in. Try again in a moment; the details below say what went wrong.';

/** Fetched on a server that asks everybody for two-step sign-in. */
const SetUpPage = lazyPart(
  async () => (await import(/* webpackChunkName: "account" */ './account/SetUpPage')).SetUpPage,
  notLoaded,
);

/** The layout behind the guard: what every route but login and signup stands in. */
const Guarded = ({ layout = <Layout /> }: { readonly layout?: ReactNode }) => (
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

const AuthRoute = pageOf('login');

/** A page at its address. */
function routeOf(name: keyof typeof routePatterns) {
  const Page = pageOf(name);
  return <Route key={name} path={routePatterns[name]} element={<Page />} />;
}

/** Those that do not stand under the app's header. */
const others: readonly string[] = ['login', 'signup', 'driveSheet'];
const names = Object.keys(routePatterns) as (keyof typeof routePatterns)[];
const withHeader = names.filter((name) => !others.includes(name)).map(routeOf);

/** Every route of the app (specification, section 2). */
export const AppRoutes = () => (
  <Arrivals>
    <Routes>
      <Route element={<AuthRoute />}>
        <Route path={routePatterns.login} element={null} />
        <Route path={routePatterns.signup} element={null} />
      </Route>
      <Route element={<Guarded />}>
        {withHeader}
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<Guarded layout={<BareLayout />} />}>{routeOf('driveSheet')}</Route>
    </Routes>
  </Arrivals>
);
