import { RefusalBanner } from '../ui/layout/Banner';
import { Button } from '../ui/forms/Button';
import { Field } from '../ui/forms/Field';
import { useForm } from '../ui/forms/useForm';
import { PageHeading } from '../ui/layout/PageHeading';
import { Spread, Stack } from '../ui/layout/spacing';
import { kindSwitched, type SecondStep as SecondStepState, stepLeft } from './authFormSlice';
import { codeEventFor } from './credentials';
import { selectSecondStep } from './sessionSelectors';
import { useAppDispatch, useAppSelector } from '../storeHooks';

const words = {
  app: {
    title: 'Enter your code',
    lead: 'Open your authenticator app and type the six digits it shows for Tabpoint.',
    label: 'Six-digit code',
    otherKind: 'Use a recovery code instead',
  },
  recovery: {
    title: 'Enter a recovery code',
    lead: 'One of those you saved when you turned two-step sign-in on. Each of them works once.',
    label: 'Recovery code',
    otherKind: 'Use the app instead',
  },
} as const;

/** Input attributes for each kind of code. */
const inputProps = {
  app: { autoComplete: 'one-time-code', inputMode: 'numeric' },
  recovery: { autoComplete: 'off', autoCapitalize: 'none' },
} as const;

/** The form of the code that follows the password; its field has the focus from the start, and again after a refusal. */
function CodeForm({ state }: { readonly state: SecondStepState }) {
  const dispatch = useAppDispatch();
  const { kind } = state;
  const working = state.phase === 'checkingCode';
  const refusal = state.phase === 'askingCode' ? state.message : undefined;
  const { props, field } = useForm(
    { code: '' },
    { working, focused: 'code', onSubmit: ({ code }) => dispatch(codeEventFor(kind, code)) },
  );
  return (
    <Stack as="form" $gap={16} $top={24} {...props}>
      <RefusalBanner key={refusal}>{refusal}</RefusalBanner>
      <Field
        {...inputProps[kind]}
        {...field('code')}
        label={words[kind].label}
        spellCheck={false}
        aria-invalid={refusal ? true : undefined}
      />
      <Button type="submit" look="primary" size="large" loading={working}>
        Log in
      </Button>
      <Spread>
        <Button look="ghost" size="small" onClick={() => dispatch(kindSwitched())}>
          {words[kind].otherKind}
        </Button>
        <Button look="ghost" size="small" onClick={() => dispatch(stepLeft())}>
          Start over
        </Button>
      </Spread>
    </Stack>
  );
}

/** The second step of the login page, after the password. */
export function SecondStep() {
  const state = useAppSelector(selectSecondStep);
  if (state === undefined) return null;
  const { title, lead } = words[state.kind];
  return (
    <>
      <PageHeading page={state.kind} documentTitle="Log in" unfocused>
        {title}
      </PageHeading>
      <p>{lead}</p>
      <CodeForm key={state.kind} state={state} />
    </>
  );
}
