import { useLocation } from 'react-router';
import { type PageName, pageNameAt, pageNames } from './currentPage';
import { BareLayout, Layout } from './layout/Layout';
import { NotFoundPage, ErrorPage } from './layout/PageBoundary';
import { Arrivals } from './ui/layout/PageHeading';
import { pageOf, notLoaded } from './pages/pageFiles';
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

/** What is behind the guard: every page but login and signup. */
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

/** A page in the layout that it stands in. */
function inLayout(name: PageName): ReactNode {
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

/** One page in two modes: what is typed in one is there in the other. */
const SignIn = pageOf('login');
const signIn = <SignIn />;

/** Every page of the app (specification, section 2). */
const pages = {
  ...(Object.fromEntries(pageNames.map((name) => [name, inLayout(name)])) as Record<PageName, ReactNode>),
  login: signIn,
  signup: signIn,
};

/**
 * The page at the address. `Routes` of react-router is not used, as it brings along what its data routers need: no page here is inside
 * another one, so the first pattern that fits is enough.
 */
export function AppRoutes() {
  const name = pageNameAt(useLocation().pathname);
  return <Arrivals>{name === undefined ? notFound : pages[name]}</Arrivals>;
}
