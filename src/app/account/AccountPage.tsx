import { useEffect } from 'react';
import styled from 'styled-components';
import { PageHeading } from '../parts/PageHeading';
import { Page } from '../parts/spacing';
import { rootReducer } from '../rootReducer';
import { accountOpened } from './accountEvents';
import { accountSlice } from './accountSlice';
import { DeletionSection } from './DeletionSection';
import { returnPlaceOpened } from '../consent/consentEvents';
import { EmailSection } from './EmailSection';
import { GoogleSection } from './GoogleSection';
import { googleSlice } from './googleSlice';
import { KeyboardSection } from './KeyboardSection';
import { NameSection } from './NameSection';
import { PasswordSection } from './PasswordSection';
import { SecondFactorSection } from './SecondFactorSection';
import { secondFactorSlice } from './secondFactorSlice';
import { SessionsSection } from './SessionsSection';
import { useAppDispatch } from '../storeHooks';

accountSlice.injectInto(rootReducer);
googleSlice.injectInto(rootReducer);
secondFactorSlice.injectInto(rootReducer);

const Sections = styled.div`
  margin-top: 16px;

  /* The first section begins nearer to the title. */
  & > :first-child {
    padding-top: 12px;
  }
`;

/** `/account`: each thing of it is saved on its own. */
export function AccountPage() {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(accountOpened());
    dispatch(returnPlaceOpened());
  }, [dispatch]);
  return (
    <Page>
      <PageHeading>Account</PageHeading>
      <Sections>
        <NameSection />
        <EmailSection />
        <PasswordSection />
        <SecondFactorSection />
        <GoogleSection />
        <SessionsSection />
        <KeyboardSection />
        <DeletionSection />
      </Sections>
    </Page>
  );
}
