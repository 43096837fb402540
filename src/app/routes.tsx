import { lazy } from 'react';
import { Route, Routes } from 'react-router';
import { BareLayout } from './layout/BareLayout';
import { NotFoundPage } from './layout/NotFoundPage';
import { Arrivals } from './parts/PageHeading';
import { Guarded } from './pages/Guarded';
import { pageFiles } from './pages/pageFiles';
import { routePatterns } from './paths';

const AuthRoute = lazy(pageFiles.login);
const ProjectsPage = lazy(pageFiles.projects);
const CreateRoute = lazy(pageFiles.createProject);
const ProjectRoute = lazy(pageFiles.project);
const DriveSheetPage = lazy(pageFiles.driveSheet);
const TemplatesPage = lazy(pageFiles.templates);
const UsagePage = lazy(pageFiles.usage);
const UpgradePage = lazy(pageFiles.upgrade);
const LearnPage = lazy(pageFiles.learn);
const GuideRoute = lazy(pageFiles.guide);
const AccountPage = lazy(pageFiles.account);

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
        <Route path={routePatterns.guide} element={<GuideRoute />} />
        <Route path={routePatterns.account} element={<AccountPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<Guarded layout={<BareLayout />} />}>
        <Route path={routePatterns.driveSheet} element={<DriveSheetPage />} />
      </Route>
    </Routes>
  </Arrivals>
);
