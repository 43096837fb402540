import { useLocation } from 'react-router';
import { type PageName, pageNameAt, pageNames } from './currentPage';
import { BareLayout, Layout } from './layout/Layout';
import { NotFoundPage, ErrorPage } from './layout/PageBoundary';
import { NavigationTracker } from './ui/layout/PageHeading';
import { pageOf, notLoaded } from './pages/pageFiles';
import type { ReactNode } from 'react';
import { RequireSession } from './session/RequireSession';
import { failureText, UNREACHABLE } from './http/apiError';
import { lazyPart } from './ui/overlays/lazyPart';

const LEAD = 'It does not say who is signed in. Try again in a moment; the details below say what went wrong.';

/** Lazy-loaded; needed only on a server that requires two-step sign-in for everyone. */
const SetUpPage = lazyPart(
  async () => (await import(/* webpackChunkName: "account" */ './account/SetUpPage')).SetUpPage,
  { failed: notLoaded },
);

/** Wraps every page but login and signup in the session guard. */
const Guarded = ({ children }: { readonly children: ReactNode }) => (
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
    {children}
  </RequireSession>
);

const withHeader = (page: ReactNode) => (
  <Guarded>
    <Layout>{page}</Layout>
  </Guarded>
);

const notFound = withHeader(<NotFoundPage />);

/** Login and signup are the same element, so that typed text survives the switch between them. */
const SignIn = pageOf('login');
const signIn = <SignIn />;

/** Returns a page inside its layout and guard. */
function inLayout(name: PageName): ReactNode {
  if (name === 'login' || name === 'signup') return signIn;
  const Page = pageOf(name);
  if (name !== 'driveSheet') return withHeader(<Page />);
  return (
    <Guarded>
      <BareLayout>
        <Page />
      </BareLayout>
    </Guarded>
  );
}

/** Every page of the app (specification, section 2). */
const pages = Object.fromEntries(pageNames.map((name) => [name, inLayout(name)])) as Record<PageName, ReactNode>;

/**
 * Renders the page at the current address. `Routes` of react-router would add the code of the data routers to the first chunk. Pages are
 * not nested, so the first matching pattern is the page.
 */
export function AppRoutes() {
  const name = pageNameAt(useLocation().pathname);
  return <NavigationTracker>{name === undefined ? notFound : pages[name]}</NavigationTracker>;
}
