import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { Button } from '../ui/forms/Button';
import { RefusalBanner } from '../ui/layout/Banner';
import { LineField, LineForm, PasswordField } from '../ui/forms/Field';
import { selectUser } from '../session/sessionSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { Section, SectionForm, useAccountForm } from './accountForm';
import { nameSubmitted, passwordSubmitted } from './accountSlice';
import { ENTER_CURRENT, ENTER_NAME, TOO_SHORT } from './accountWords';

/** The name; "Save" wakes up when it was changed. */
export function NameSection() {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectUser)?.name ?? '';
  const { props, field, values, message, working } = useAccountForm(
    'name',
    { name: known },
    {
      problems: ({ name }) => ({ name: name.trim() === '' ? ENTER_NAME : undefined }),
      onSubmit: ({ name }) => name.trim() !== known && dispatch(nameSubmitted({ name: name.trim() })),
    },
  );
  const { error = message, ...input } = field('name');
  return (
    <Section title="Name" about="Shown in sync history.">
      <LineForm {...props} $flex="1 1 0" $widest={360}>
        <LineField aria-label="Name" autoComplete="name" maxLength={200} {...input} error={error}>
          <Button type="submit" loading={working} disabled={values.name.trim() === known}>
            Save
          </Button>
        </LineField>
      </LineForm>
    </Section>
  );
}

/** The current password and the new one. */
export function PasswordSection() {
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

const Email = styled.p`
  overflow-wrap: anywhere;
  font-weight: var(--weight-medium);
`;

/** The email is shown, not changed. */
export const EmailSection = () => (
  <Section title="Email" about="You log in with it.">
    <Email>{useAppSelector(selectUser)?.email}</Email>
  </Section>
);
