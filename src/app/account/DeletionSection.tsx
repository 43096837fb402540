import { useState, type FormEvent } from 'react';
import { Banner } from '../parts/Banner';
import { Button } from '../parts/Button';
import { PasswordField } from '../parts/Field';
import { selectHoldings } from './accountSelectors';
import { deletionSubmitted, formRefused } from './accountSlice';
import { deletionInWords, ENTER_PASSWORD } from './accountWords';
import { Section, SectionForm } from './Section';
import { useForm } from './useForm';
import { useAppDispatch, useAppSelector } from '../storeHooks';

/** Deletes the account: it asks for the password, or where there is none the server asks for a fresh sign-in. */
export function DeletionSection() {
  const dispatch = useAppDispatch();
  const holdings = useAppSelector(selectHoldings);
  const { box, sending, errorOf, touch } = useForm('deletion');
  const [password, setPassword] = useState('');
  const asksPassword = holdings?.hasPassword !== false;
  const wrong = errorOf();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const lacking = asksPassword && password === '';
    dispatch(
      lacking
        ? formRefused({ form: 'deletion', field: 'password', message: ENTER_PASSWORD })
        : deletionSubmitted({ password }),
    );
  };
  return (
    <Section title="Delete account" about={deletionInWords(holdings)}>
      <SectionForm ref={box} onSubmit={submit} noValidate>
        {wrong && (
          <Banner kind="danger" alert>
            {wrong}
          </Banner>
        )}
        {asksPassword && (
          <PasswordField
            name="password"
            label="Password"
            autoComplete="current-password"
            value={password}
            error={errorOf('password')}
            onChange={(event) => {
              setPassword(event.target.value);
              touch();
            }}
          />
        )}
        <div>
          <Button type="submit" look="dangerQuiet" loading={sending}>
            Delete account
          </Button>
        </div>
      </SectionForm>
    </Section>
  );
}
