import { type FormEvent, useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { limits } from '../../contract/limits';
import { Banner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { FieldError, PasswordField, TextInput } from '../ui/forms/Field';
import { selectUser } from '../session/sessionSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import type { PasswordChange } from './accountApi';
import { Section, SectionForm, useForm } from './accountForm';
import { formRefused, nameSubmitted, passwordSubmitted } from './accountSlice';
import { ENTER_CURRENT, ENTER_NAME, TOO_SHORT } from './accountWords';

const Line = styled.form`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;

  & > input {
    flex: 1 1 0;
    max-width: 360px;
  }
  & > p {
    flex: 1 0 100%;
  }
`;

const ERROR_ID = 'account-name-error';

/** The name; "Save" wakes up when it was changed. */
export function NameSection() {
  const dispatch = useAppDispatch();
  const known = useAppSelector(selectUser)?.name ?? '';
  const [typed, setTyped] = useState<string>();
  const { box, sending, errorOf, touch } = useForm('name');
  const name = typed ?? known;
  const error = errorOf('name') ?? errorOf();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') dispatch(formRefused({ form: 'name', field: 'name', message: ENTER_NAME }));
    else if (wanted !== known) dispatch(nameSubmitted({ name: wanted }));
  };
  return (
    <Section title="Name" about="Shown in sync history.">
      <Line ref={box} onSubmit={submit} noValidate>
        <TextInput
          name="name"
          aria-label="Name"
          autoComplete="name"
          maxLength={200}
          value={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && ERROR_ID}
          onChange={(event) => {
            setTyped(event.target.value);
            touch();
          }}
        />
        <Button type="submit" loading={sending} disabled={name.trim() === known}>
          Save
        </Button>
        {error && <FieldError id={ERROR_ID}>{error}</FieldError>}
      </Line>
    </Section>
  );
}

const empty: PasswordChange = { currentPassword: '', newPassword: '' };

/** Which event pressing "Change password" is: submitted, or refused with the first field that is wrong. */
function judge(change: PasswordChange) {
  const { currentPassword, newPassword } = change;
  if (currentPassword === '') return formRefused({ form: 'password', field: 'current', message: ENTER_CURRENT });
  if (newPassword.length < limits.passwordCharacters) {
    return formRefused({ form: 'password', field: 'next', message: TOO_SHORT });
  }
  return passwordSubmitted(change);
}

/** What was typed; forgotten as soon as the change was accepted. */
function useTyped(sending: boolean, refused: boolean) {
  const [typed, setTyped] = useState(empty);
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current && !sending && !refused) setTyped(empty);
    sent.current = sending;
  }, [sending, refused]);
  return [typed, setTyped] as const;
}

/** The current password and the new one. */
export function PasswordSection() {
  const dispatch = useAppDispatch();
  const { box, sending, errorOf, touch } = useForm('password');
  const wrong = errorOf();
  const [typed, setTyped] = useTyped(sending, Boolean(wrong ?? errorOf('current') ?? errorOf('next')));
  const type = (part: Partial<PasswordChange>) => {
    setTyped({ ...typed, ...part });
    touch();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!sending) dispatch(judge(typed));
  };
  return (
    <Section title="Password" about="Changing it ends every other session.">
      <SectionForm ref={box} onSubmit={submit} noValidate>
        {wrong && (
          <Banner kind="danger" alert>
            {wrong}
          </Banner>
        )}
        <PasswordField
          name="current"
          label="Current password"
          autoComplete="current-password"
          value={typed.currentPassword}
          error={errorOf('current')}
          onChange={(event) => type({ currentPassword: event.target.value })}
        />
        <PasswordField
          name="next"
          label="New password"
          autoComplete="new-password"
          value={typed.newPassword}
          error={errorOf('next')}
          onChange={(event) => type({ newPassword: event.target.value })}
        />
        <div>
          <Button type="submit" look="primary" loading={sending}>
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
