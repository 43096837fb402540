import {
  type AuthForm,
  authFormSlice,
  authModeSwitched,
  authRefused,
  codeRequired,
  signInSubmitted,
  signUpSubmitted,
} from '../../../src/app/session/authFormSlice';
import { selectAuthRefusal, selectAuthSubmitting } from '../../../src/app/session/sessionSelectors';
import { sessionArrived, sessionEnded } from '../../../src/app/session/sessionSlice';
import { mara, stateWith } from '../../fixtures/appState';

const forms = {
  idle: { phase: 'idle' },
  submitting: { phase: 'submitting' },
  refused: { phase: 'refused', message: 'No.', field: 'email' },
} as const satisfies Record<AuthForm['phase'], AuthForm>;
const signIn = { email: mara.email, password: 'a long sentence' };

/** Rows: phases, columns: events. `authModeSwitched` returns the same object if the phase stays. */
const events = [
  [signInSubmitted(signIn), forms.submitting],
  [signUpSubmitted({ ...signIn, name: 'Mara' }), forms.submitting],
  [authRefused({ message: 'No.', field: 'email' }), forms.refused],
  [codeRequired(), forms.idle],
  [sessionArrived(mara), forms.idle],
  [sessionEnded({ byChoice: true }), forms.idle],
] as const;

describe.each(Object.values(forms))('the form in the phase $phase', (form) => {
  it.each(events)('handles %j', (event, after) => {
    expect(authFormSlice.reducer(form, event)).toEqual(after);
  });

  it('only clears the error when the mode is switched', () => {
    const after = authFormSlice.reducer(form, authModeSwitched());
    expect(after).toEqual(form.phase === 'refused' ? forms.idle : form);
  });

  it('has the selectors of its phase', () => {
    const state = stateWith({ authForm: form });
    expect(selectAuthSubmitting(state)).toBe(form.phase === 'submitting');
    expect(selectAuthRefusal(state)).toBe(form.phase === 'refused' ? form : undefined);
  });
});

it('is idle before the login page is loaded', () => {
  const state = { ...stateWith(), authForm: undefined };
  expect([selectAuthSubmitting(state), selectAuthRefusal(state)]).toEqual([false, undefined]);
});
