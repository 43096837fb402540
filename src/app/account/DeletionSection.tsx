import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Banner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { Dialog, DialogActions, DialogText } from '../ui/overlays/Dialog';
import { PasswordField } from '../ui/forms/Field';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { AskedPassword, Section, SectionForm, useForm } from './accountForm';
import { selectHoldings } from './accountSelectors';
import { deletionSubmitted, formRefused, passwordGiven, passwordKept } from './accountSlice';
import { deletionInWords, ENTER_PASSWORD } from './accountWords';
import { EVERY_SESSION, type SessionsState } from './sessionsMachine';

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

interface EndingDialogProps {
  readonly state: Extract<SessionsState, { phase: 'confirming' | 'checking' }>;
}

/** What is wrong with the password: what the server said of it, or that there is none. The focus goes to its field. */
function useWrong({ state }: EndingDialogProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isMissing, setMissing] = useState(false);
  const told = state.phase === 'confirming' ? state.message : undefined;
  const wrong = isMissing ? ENTER_PASSWORD : told;
  useEffect(() => {
    if (wrong !== undefined) field.current?.focus();
  }, [wrong, state.phase]);
  return { field, wrong, setMissing };
}

function wordsOf(ending: string | null) {
  if (ending === null) return { title: 'End all other sessions?', does: 'End all other sessions' };
  if (ending === EVERY_SESSION) return { title: 'End every session?', does: 'End every session' };
  return { title: 'End this session?', does: 'End session' };
}

/** Asks for the password before sessions are ended, where the log-in was a while ago. */
export function EndingDialog({ state }: EndingDialogProps) {
  const dispatch = useAppDispatch();
  const { field, wrong, setMissing } = useWrong({ state });
  const [password, setPassword] = useState('');
  const checking = state.phase === 'checking';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(password === '');
    if (password !== '' && !checking) dispatch(passwordGiven({ password }));
  };
  const keep = () => dispatch(passwordKept());
  const { title, does } = wordsOf(state.ending);
  return (
    <Dialog title={title} role="dialog" working={checking} onClose={keep}>
      <DialogText>You logged in a while ago. Your password shows that it is you.</DialogText>
      <form onSubmit={submit} noValidate>
        <AskedPassword field={field} name="confirmation" password={password} wrong={wrong} onType={setPassword} />
        <DialogActions>
          <Button onClick={keep}>Cancel</Button>
          <Button type="submit" look="primary" loading={checking}>
            {does}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
