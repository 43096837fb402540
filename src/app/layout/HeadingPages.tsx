import { PageHeading } from '../parts/PageHeading';
import { Page } from '../parts/spacing';

const headingPage = (title: string, hero = false) =>
  function HeadingPage() {
    return (
      <Page>
        <PageHeading hero={hero}>{title}</PageHeading>
      </Page>
    );
  };

export const TemplatesPage = headingPage('Templates');
export const UsagePage = headingPage('Usage');
export const UpgradePage = headingPage('Choose a plan', true);
export const LearnPage = headingPage('Learn Tabpoint', true);
