import { Route, Routes } from 'react-router';
import { BareLayout } from './layout/Layout';
import { NotFoundPage } from './layout/PageBoundary';
import { Arrivals } from './ui/layout/PageHeading';
import { Guarded } from './pages/Guarded';
import { pageOf } from './pages/pageFiles';
import { routePatterns } from './paths';

const AuthRoute = pageOf('login');
const ProjectsPage = pageOf('projects');
const CreateRoute = pageOf('createProject');
const ProjectRoute = pageOf('project');
const DriveSheetPage = pageOf('driveSheet');
const TemplatesPage = pageOf('templates');
const UsagePage = pageOf('usage');
const UpgradePage = pageOf('upgrade');
const LearnPage = pageOf('learn');
const GuideRoute = pageOf('guide');
const AccountPage = pageOf('account');
const SpreadsheetsPage = pageOf('spreadsheets');

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
        <Route path={routePatterns.spreadsheets} element={<SpreadsheetsPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<Guarded layout={<BareLayout />} />}>
        <Route path={routePatterns.driveSheet} element={<DriveSheetPage />} />
      </Route>
    </Routes>
  </Arrivals>
);
