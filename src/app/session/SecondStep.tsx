import { PageHeading } from '../parts/PageHeading';
import { CodeForm } from './CodeForm';
import { selectSecondStep } from './sessionSelectors';
import { useAppSelector } from '../storeHooks';

const words = {
  app: { title: 'Enter your code', lead: 'Open your authenticator app and type the six digits it shows for Tabpoint.' },
  recovery: {
    title: 'Enter a recovery code',
    lead: 'One of those you saved when you turned two-step sign-in on. Each of them works once.',
  },
} as const;

/** The login page after the password, for people who sign in in two steps. */
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
