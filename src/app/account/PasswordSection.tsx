import { useEffect, useRef, useState, type FormEvent } from 'react';
import { limits } from '../../contract/limits';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { PasswordField } from '../parts/Field';
import type { PasswordChange } from './accountApi';
import { formRefused, passwordSubmitted } from './accountSlice';
import { ENTER_CURRENT, TOO_SHORT } from './accountWords';
import { Section, SectionForm } from './Section';
import { useForm } from './useForm';
import { useAppDispatch } from '../storeHooks';

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
