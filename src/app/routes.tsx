import { lazy, type ComponentType } from 'react';
import { Route, Routes } from 'react-router';
import { BareLayout } from './layout/BareLayout';
import { NotFoundPage } from './layout/NotFoundPage';
import { Arrivals } from './parts/PageHeading';
import { Guarded } from './pages/Guarded';
import { routePatterns } from './paths';

/** A page in a file of its own, fetched when its route is first gone to. */
const page = <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  lazy(async () => ({ default: (await load())[name] }));

const headings = () => import(/* webpackChunkName: "headings" */ './layout/HeadingPages');

const AuthRoute = page(() => import(/* webpackChunkName: "auth" */ './pages/AuthRoute'), 'AuthRoute');
const ProjectsPage = page(() => import(/* webpackChunkName: "projects" */ './projects/ProjectsPage'), 'ProjectsPage');
const CreateRoute = page(() => import(/* webpackChunkName: "create" */ './pages/CreateRoute'), 'CreateRoute');
const ProjectRoute = page(() => import(/* webpackChunkName: "project" */ './pages/ProjectRoute'), 'ProjectRoute');
const DriveSheetPage = page(() => import(/* webpackChunkName: "drive" */ './drive/DriveSheetPage'), 'DriveSheetPage');
const TemplatesPage = page(headings, 'TemplatesPage');
const UsagePage = page(headings, 'UsagePage');
const UpgradePage = page(headings, 'UpgradePage');
const LearnPage = page(headings, 'LearnPage');
const AccountPage = page(() => import(/* webpackChunkName: "account" */ './account/AccountPage'), 'AccountPage');

/** Every route of the app (specification, section 2). */
export const AppRoutes = () => (
  <Arrivals>
    <Routes>
      <Route element={<AuthRoute />}>
        <Route path={routePatterns.login} element={null} />
        <Route path={routePatterns.signup} element={null} />
      </Route>
      <Route element={<Guarded />}>
        <Route path={routePatterns.projects} element={<ProjectsPage />} />
        <Route path={routePatterns.createProject} element={<CreateRoute />} />
        <Route path={routePatterns.project} element={<ProjectRoute />} />
        <Route path={routePatterns.templates} element={<TemplatesPage />} />
        <Route path={routePatterns.usage} element={<UsagePage />} />
        <Route path={routePatterns.upgrade} element={<UpgradePage />} />
        <Route path={routePatterns.learn} element={<LearnPage />} />
        <Route path={routePatterns.account} element={<AccountPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<Guarded layout={<BareLayout />} />}>
        <Route path={routePatterns.driveSheet} element={<DriveSheetPage />} />
      </Route>
    </Routes>
  </Arrivals>
);
