import { Button } from '../ui/forms/Button';
import { RefusalBanner } from '../ui/layout/Banner';
import { Dialog } from '../ui/overlays/Dialog';
import { PasswordField } from '../ui/forms/Field';
import { useAppDispatch, useAppSelector } from '../storeHooks';
import { AskedPassword, passwordProblems, Section, SectionForm, useAccountForm } from './accountForm';
import { deletionSubmitted, passwordGiven, endingCancelled, selectAccountSummary } from './accountSlice';
import { deletionInWords } from './accountWords';
import { EVERY_SESSION, type SessionsState } from './sessionsMachine';

/** The form that deletes the account: it asks for the password; for an account without password the server requires a recent sign-in. */
export function DeletionSection() {
  const dispatch = useAppDispatch();
  const summary = useAppSelector(selectAccountSummary);
  const asksPassword = summary?.hasPassword !== false;
  const { props, field, message, working } = useAccountForm(
    'deletion',
    { password: '' },
    {
      problems: (values) => (asksPassword ? passwordProblems(values) : {}),
      onSubmit: (values) => dispatch(deletionSubmitted(values)),
    },
  );
  return (
    <Section title="Delete account" about={deletionInWords(summary)}>
      <SectionForm {...props}>
        <RefusalBanner>{message}</RefusalBanner>
        {asksPassword && <PasswordField label="Password" autoComplete="current-password" {...field('password')} />}
        <div>
          <Button type="submit" look="dangerQuiet" loading={working}>
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

function wordsOf(ending: string | null) {
  if (ending === null) return { title: 'End all other sessions?', does: 'End all other sessions' };
  if (ending === EVERY_SESSION) return { title: 'End every session?', does: 'End every session' };
  return { title: 'End this session?', does: 'End session' };
}

/** The dialog that asks for the password before sessions are ended, if the sign-in is not recent. */
export function EndingDialog({ state }: EndingDialogProps) {
  const dispatch = useAppDispatch();
  const working = state.phase === 'checking';
  const keep = () => dispatch(endingCancelled());
  const { title, does } = wordsOf(state.ending);
  return (
    <Dialog title={title} role="dialog" working={working} onClose={keep}>
      <AskedPassword
        text="You logged in a while ago. Your password shows that it is you."
        go={does}
        wrong={state.phase === 'confirming' ? state.message : undefined}
        working={working}
        onGive={(given) => dispatch(passwordGiven(given))}
        onCancel={keep}
      />
    </Dialog>
  );
}
