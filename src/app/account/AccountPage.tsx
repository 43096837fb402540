import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import styled from 'styled-components';
import { PageHeading } from '../parts/PageHeading';
import { Page } from '../parts/spacing';
import { rootReducer } from '../rootReducer';
import { accountOpened } from './accountEvents';
import { accountSlice } from './accountSlice';
import { DeletionSection } from './DeletionSection';
import { EmailSection } from './EmailSection';
import { KeyboardSection } from './KeyboardSection';
import { NameSection } from './NameSection';
import { PasswordSection } from './PasswordSection';
import { SessionsSection } from './SessionsSection';

accountSlice.injectInto(rootReducer);

const Sections = styled.div`
  margin-top: 16px;

  /* The first section begins nearer to the title. */
  & > :first-child {
    padding-top: 12px;
  }
`;

/** `/account`: each thing of it is saved on its own. */
export function AccountPage() {
  const dispatch = useDispatch();
  useEffect(() => {
    dispatch(accountOpened());
  }, [dispatch]);
  return (
    <Page>
      <PageHeading>Account</PageHeading>
      <Sections>
        <NameSection />
        <EmailSection />
        <PasswordSection />
        <SessionsSection />
        <KeyboardSection />
        <DeletionSection />
      </Sections>
    </Page>
  );
}
