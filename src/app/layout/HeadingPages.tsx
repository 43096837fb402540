import { PageHeading } from '../parts/PageHeading';
import { Page } from '../parts/spacing';

const headingPage = (title: string) =>
  function HeadingPage() {
    return (
      <Page>
        <PageHeading>{title}</PageHeading>
      </Page>
    );
  };

export const TemplatesPage = headingPage('Templates');
export const UsagePage = headingPage('Usage');
export const UpgradePage = headingPage('Choose a plan');
export const LearnPage = headingPage('Learn');
export const AccountPage = headingPage('Account');
