import styled from 'styled-components';
import { oauthReturnOpened } from '../consent/consentEvents';
import { PageHeading } from '../ui/layout/PageHeading';
import { Page, Line } from '../ui/layout/spacing';
import { Switch } from '../ui/forms/Switch';
import { Small, Strong } from '../ui/display/text';
import { rootReducer } from '../rootReducer';
import { selectSingleKeysOn, singleKeysSwitched } from '../shortcuts/shortcutsSlice';
import { useAppDispatch, useAppSelector, useOnScreen } from '../storeHooks';
import { Section, SectionForm, useAccountForm } from './accountForm';
import { accountOpened, accountSlice, nameSubmitted, passwordSubmitted } from './accountSlice';
import { DeletionSection } from './DeletionSection';
import { GoogleSection } from './GoogleSection';
import { googleSlice } from './googleSlice';
import { SecondFactorSection } from './SecondFactorSection';
import { secondFactorSlice } from './secondFactorSlice';
import { SessionsSection } from './SessionsSection';
import { limits } from '../../contract/limits';
import { Button } from '../ui/forms/Button';
import { RefusalBanner } from '../ui/layout/Banner';
import { LineField, LineForm, PasswordField } from '../ui/forms/Field';
import { selectUser } from '../session/sessionSelectors';
import { ENTER_CURRENT, ENTER_NAME, TOO_SHORT } from './accountWords';

/** The form of the name; "Save" is enabled once the name is changed. */
function NameSection() {
  const dispatch = useAppDispatch();
  const saved = useAppSelector(selectUser)?.name ?? '';
  const { props, field, values, message, working } = useAccountForm(
    'name',
    { name: saved },
    {
      problems: ({ name }) => ({ name: name.trim() === '' ? ENTER_NAME : undefined }),
      onSubmit: ({ name }) => name.trim() !== saved && dispatch(nameSubmitted({ name: name.trim() })),
    },
  );
  const { error = message, ...input } = field('name');
  return (
    <Section title="Name" about="Shown in sync history.">
      <LineForm {...props} $flex="1 1 0" $widest={360}>
        <LineField aria-label="Name" autoComplete="name" maxLength={200} {...input} error={error}>
          <Button type="submit" loading={working} disabled={values.name.trim() === saved}>
            Save
          </Button>
        </LineField>
      </LineForm>
    </Section>
  );
}

/** The form that changes the password. */
function PasswordSection() {
  const dispatch = useAppDispatch();
  const { props, field, message, working } = useAccountForm(
    'password',
    { current: '', next: '' },
    {
      problems: ({ current, next }) => ({
        current: current === '' ? ENTER_CURRENT : undefined,
        next: next.length < limits.passwordCharacters ? TOO_SHORT : undefined,
      }),
      clears: true,
      onSubmit: ({ current, next }) => dispatch(passwordSubmitted({ currentPassword: current, newPassword: next })),
    },
  );
  return (
    <Section title="Password" about="Changing it ends every other session.">
      <SectionForm {...props}>
        <RefusalBanner>{message}</RefusalBanner>
        <PasswordField label="Current password" autoComplete="current-password" {...field('current')} />
        <PasswordField label="New password" autoComplete="new-password" {...field('next')} />
        <div>
          <Button type="submit" look="primary" loading={working}>
            Change password
          </Button>
        </div>
      </SectionForm>
    </Section>
  );
}

/** The email, which cannot be changed. */
const EmailSection = () => (
  <Section title="Email" about="You log in with it.">
    <Strong>{useAppSelector(selectUser)?.email}</Strong>
  </Section>
);

/** The switch of single-key shortcuts, for users of speech input and users who press keys by accident (WCAG 2.1.4). */
export function KeyboardSection() {
  const dispatch = useAppDispatch();
  const on = useAppSelector(selectSingleKeysOn);
  return (
    <Section id="single-keys" title="Single-key shortcuts" about="Press ? anywhere for the list. Kept in this browser.">
      <Line $gap={12} $atLeast={24}>
        <Switch
          checked={on}
          labelledBy="single-keys"
          describedBy="single-keys-about"
          onChange={(next) => dispatch(singleKeysSwitched(next))}
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

  /* The first section is closer to the title. */
  & > :first-child {
    padding-top: 12px;
  }
`;

/** `/account`: each section is saved on its own. */
export function AccountPage() {
  useOnScreen(accountOpened());
  useOnScreen(oauthReturnOpened());
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
