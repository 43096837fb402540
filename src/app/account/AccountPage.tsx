import styled from 'styled-components';
import { returnPlaceOpened } from '../consent/consentEvents';
import { PageHeading } from '../ui/layout/PageHeading';
import { Page } from '../ui/layout/spacing';
import { Switch } from '../ui/forms/Switch';
import { Small } from '../ui/display/text';
import { rootReducer } from '../rootReducer';
import { selectSingleKeysOn, singleKeysSwitched } from '../shortcuts/shortcutsSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { Section } from './accountForm';
import { accountOpened, accountSlice } from './accountSlice';
import { DeletionSection } from './DeletionSection';
import { GoogleSection } from './GoogleSection';
import { googleSlice } from './googleSlice';
import { EmailSection, NameSection, PasswordSection } from './ProfileSections';
import { SecondFactorSection } from './SecondFactorSection';
import { secondFactorSlice } from './secondFactorSlice';
import { SessionsSection } from './SessionsSection';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 24px;
`;

/** Single keys as shortcuts, for those who speak to their computer or press keys by accident. */
export function KeyboardSection() {
  const dispatch = useAppDispatch();
  const on = useAppSelector(selectSingleKeysOn);
  return (
    <Section id="single-keys" title="Single-key shortcuts" about="Press ? anywhere for the list. Kept in this browser.">
      <Line>
        <Switch
          checked={on}
          labelledBy="single-keys"
          describedBy="single-keys-about"
          onChange={(wanted) => dispatch(singleKeysSwitched(wanted))}
        />
        <Small>{on ? 'On' : 'Off'}</Small>
      </Line>
    </Section>
  );
}

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
  useOnScreen(accountOpened());
  useOnScreen(returnPlaceOpened());
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
