import { Route, Routes } from 'react-router';
import { BareLayout } from './layout/Layout';
import { NotFoundPage } from './layout/PageBoundary';
import { Arrivals } from './ui/layout/PageHeading';
import { Guarded } from './pages/Guarded';
import { pageOf } from './pages/pageFiles';
import { routePatterns } from './paths';

const AuthRoute = pageOf('login');

/** A page at its address. */
function routeOf(name: keyof typeof routePatterns) {
  const Page = pageOf(name);
  return <Route key={name} path={routePatterns[name]} element={<Page />} />;
}

const withHeader = (
  [
    'projects',
    'createProject',
    'project',
    'templates',
    'usage',
    'upgrade',
    'learn',
    'guide',
    'account',
    'spreadsheets',
  ] as const
).map(routeOf);

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
